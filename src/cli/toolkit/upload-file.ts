import { posix } from 'node:path';
import { answerOf, ApiError, type FileEntry, type MetarunClient } from '@metarun/client';
import { MetarunError } from '../../base/kernel/errors.js';
import { FILE_ERRORS } from '../../files/files/errors.js';
import { normalisePath, pathInDirectory } from '../../files/files/tree/file-path.js';
import { uploadBody } from './upload-body.js';

/** A server and one of the project's workspaces. */
export interface Remote {
  client: MetarunClient;
  /** Query with the workspace's id; empty for the default one. */
  ws: { ws?: string };
}

/** Reason for which a server rejects a file. */
export interface Refusal {
  code: string;
  reason: string;
}

/** Status codes that concern a single file. */
const ABOUT_A_FILE: ReadonlySet<number> = new Set([409, 412, 413, 422]);

/** Throws MetarunError `invalid_path` for an invalid path, by the server's own rule. */
function assertPath(path: string): void {
  pathInDirectory(normalisePath(posix.dirname(path), '/dir_path'), posix.basename(path), '/file');
}

/** Returns why every server would reject a path, or null if it is valid. */
export function pathRefusal(path: string): Refusal | null {
  try {
    assertPath(path);
    return null;
  } catch (error) {
    return findRefusal(error, path);
  }
}

/** Returns why a file was rejected, or null if the error concerns the server, the key or this machine. */
export function findRefusal(error: unknown, path: string): Refusal | null {
  if (error instanceof ApiError)
    return ABOUT_A_FILE.has(error.status) ? refusal(error, error.detail, path) : null;
  const isAboutPath = error instanceof MetarunError && error.code === FILE_ERRORS.invalid_path.code;
  return isAboutPath ? refusal(error, error.message, path) : null;
}

/** Returns why a document was rejected after it was stored, or null if it was not. */
export function lateRefusal({ conversion }: Pick<FileEntry, 'conversion'>): Refusal | null {
  if (conversion?.status !== 'failed') return null;
  return { code: 'unreadable_document', reason: conversion.error ?? '' };
}

function refusal({ code, errors }: MetarunError | ApiError, detail: string, path: string): Refusal {
  const [first, ...others] = errors;
  const reason = first === undefined || others.length > 0 ? detail : first.message;
  // The output already shows the path.
  const named = `"${posix.basename(path)}": `;
  return { code, reason: reason.startsWith(named) ? reason.slice(named.length) : reason };
}

/**
 * Uploads a local file to a path of a workspace, reading it while it is sent. `onBytes` is called with the number of
 * bytes sent since the last call. `more` are additional form fields. Errors for which {@link findRefusal} returns a
 * reason concern only this file.
 */
export async function uploadFile(
  { client, ws }: Remote,
  file: string,
  path: string,
  onBytes: (count: number) => void = () => undefined,
  more: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<FileEntry> {
  assertPath(path);
  const fields = { ...ws, ...more, dir_path: posix.dirname(path) };
  const upload = uploadBody(file, posix.basename(path), fields, onBytes);
  const result = await client.api.POST('/external/v1/projects/{project_id}/files/upload', {
    params: { path: { project_id: client.project } },
    body: { file: [] },
    bodySerializer: () => upload.body,
    headers: { 'Content-Type': upload.contentType },
    duplex: 'half',
    ...(signal && { signal }),
  });
  const [entry] = [answerOf(result)].flat();
  if (entry === undefined || 'stored' in entry)
    throw new Error('an upload was answered without its file');
  return entry;
}
