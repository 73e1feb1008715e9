import type { FileEntry } from '@metarun/client';
import { posix } from 'node:path';
import type { Remote } from '../../../toolkit/upload-file.js';

const PAGE = 1000;

/** A document that is being converted, or waits for that. */
export interface Converting {
  /** The path of its Markdown. */
  path: string;
  /** Its own path, below the directory. */
  document: string;
  progress: NonNullable<FileEntry['conversion']>['progress'] | null;
}

/** Returns the documents below a directory that are not converted yet. */
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
