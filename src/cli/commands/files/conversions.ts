import type { FileEntry } from '@metarun/client';
import { posix } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Remote } from '../../toolkit/upload-file.js';

const PAGE = 1000;
/** Polling interval, in ms. */
const LOOK_MS = 1_000;

/** A document that is being converted or waits for its conversion. */
export interface Converting {
  /** Path of its Markdown. */
  path: string;
  /** Path of the document, relative to the directory. */
  document: string;
  progress: NonNullable<FileEntry['conversion']>['progress'] | null;
}

export async function convertingBelow(
  { client, ws }: Remote,
  directory: string,
): Promise<Converting[]> {
  const query = { ...ws, path: directory, recursive: true, converting: true, limit: PAGE };
  const found: Converting[] = [];
  for await (const { path, converted_from: from, conversion } of client.files.all(query))
    found.push({
      path,
      document: posix.join(posix.relative(directory, posix.dirname(path)), from ?? ''),
      progress: conversion?.progress ?? null,
    });
  return found;
}

/**
 * Waits until the uploaded documents are converted. `onLook` receives the remaining ones every second. Returns the
 * final entries in the given order.
 */
export async function converted(
  remote: Remote,
  entries: readonly FileEntry[],
  onLook: (left: readonly Converting[]) => void,
): Promise<FileEntry[]> {
  const open = new Set(entries.filter(isConverting).map(({ path }) => path));
  if (open.size === 0) return [...entries];
  for (;;) {
    const left = (await convertingBelow(remote, '/')).filter(({ path }) => open.has(path));
    onLook(left);
    if (left.length === 0) break;
    await delay(LOOK_MS);
  }
  const now = new Map<string, FileEntry>();
  for (const path of new Set([...open].map((each) => posix.dirname(each))))
    for await (const entry of remote.client.files.all({ ...remote.ws, path, limit: PAGE }))
      if (open.has(entry.path)) now.set(entry.path, entry);
  return entries.map((entry) => now.get(entry.path) ?? entry);
}

function isConverting({ conversion }: FileEntry): boolean {
  return conversion?.status === 'converting';
}
