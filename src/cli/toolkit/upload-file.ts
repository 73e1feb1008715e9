import { posix } from 'node:path';
import { answerOf, ApiError, type FileEntry, type MetarunClient } from '@metarun/client';
import { MetarunError } from '../../base/kernel/errors.js';
import { FILE_ERRORS } from '../../files/files/errors.js';
import { normalisePath, pathInDirectory } from '../../files/files/tree/file-path.js';
import { uploadBody } from './upload-body.js';

/** A server, and which of its project's workspaces is meant. */
export interface Remote {
  client: MetarunClient;
  /** Id of the workspace, as a query; empty for the default one. */
  ws: { ws?: string };
}

/** The reason why a server does not take a file. */
export interface Refusal {
  code: string;
  reason: string;
}

/** Statuses of an answer that is about the file. */
const ABOUT_A_FILE: ReadonlySet<number> = new Set([409, 412, 413, 422]);

/** Throws MetarunError `invalid_path` for a path that no server takes, by the rule of the server itself. */
function assertPath(path: string): void {
  pathInDirectory(normalisePath(posix.dirname(path), '/dir_path'), posix.basename(path), '/file');
}

/** Returns why no server takes a file of this path; null if one may. */
export function pathRefusal(path: string): Refusal | null {
  try {
    assertPath(path);
    return null;
  } catch (error) {
    return refusalOf(error, path);
  }
}

/** Returns why the file of a path was not taken; null for an error that is not about the file, but the server, the key or this machine. */
export function refusalOf(error: unknown, path: string): Refusal | null {
  if (error instanceof ApiError)
    return ABOUT_A_FILE.has(error.status) ? refusal(error, error.detail, path) : null;
  const isAboutPath = error instanceof MetarunError && error.code === FILE_ERRORS.invalid_path.code;
  return isAboutPath ? refusal(error, error.message, path) : null;
}

/** Returns why the document of a path was refused that the server has stored before it found out; null if it was not refused. */
export function lateRefusal({ conversion }: Pick<FileEntry, 'conversion'>): Refusal | null {
  if (conversion?.status !== 'failed') return null;
  return { code: 'unreadable_document', reason: conversion.error ?? '' };
}

function refusal({ code, errors }: MetarunError | ApiError, detail: string, path: string): Refusal {
  const [first, ...others] = errors;
  const reason = first === undefined || others.length > 0 ? detail : first.message;
  // The path stands beside it already.
  const named = `"${posix.basename(path)}": `;
  return { code, reason: reason.startsWith(named) ? reason.slice(named.length) : reason };
}

/**
 * Uploads a file of this machine to a path of a workspace, as it is read. `onBytes` is called with the number of bytes
 * that have just been sent. `more`: further fields of the form. What {@link refusalOf} the error returns is about this file alone.
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
