import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/database.js';
import { EventLog } from '../../../platform/events/event-log.js';
import type { FileContent } from '../content/file-content.js';
import type { FileEntry } from '../tree/file-entry.js';
import type { FileTree } from '../tree/file-tree.js';
import { FileWriterService, type NewFile } from '../tree/file-writer.service.js';
import type { Changed } from '../workspaces/workspace-changes.service.js';
import type { WorkspaceRef } from '../workspaces/workspace.js';
import { ConversionCache, type ConversionKey } from './conversion-cache.js';
import { mediaDirectory } from './document-paths.js';
import { fileEvent } from './file-event.js';
import { isDocument, type NamedDocument } from './job-rows.js';

/** A file to be stored in a knowledge base, at the path of its Markdown. */
export interface Arrival extends NewFile {
  /** Key of the document's conversion; undefined if it is yet to be converted. */
  key?: ConversionKey;
}

/** Error for a conversion that was dropped before its files referred to it. The caller converts again. */
export class ConversionGoneError extends Error {
  override readonly name = 'ConversionGoneError';
}

/** Writes Markdown and converted documents to the tree of a workspace. */
@Injectable()
export class DocumentWriterService {
  constructor(
    private readonly writer: FileWriterService,
    private readonly cache: ConversionCache,
    private readonly events: EventLog,
  ) {}

  /**
   * Writes files within a change. The media of each converted document go into a directory beside its Markdown and
   * replace those of an earlier conversion. Throws {@link ConversionGoneError} and the errors of
   * {@link FileWriterService.writeAll}.
   */
  async writeArrivals(
    workspace: WorkspaceRef,
    tree: FileTree,
    quota: number | null,
    transaction: Transaction,
    arrivals: readonly Arrival[],
  ): Promise<Changed<FileEntry[]>> {
    const files: NewFile[] = [];
    const media: NewFile[] = [];
    const stale: string[] = [];
    for (const { key, ...file } of arrivals) {
      const { path, what } = file;
      if (key && isDocument(what)) {
        const made = await this.takeConversion(tree, transaction, path, what, key);
        files.push({ ...file, what: made.markdown });
        media.push(...made.media);
        stale.push(...made.stale);
      } else files.push(file);
    }
    const written = await this.writer.writeRows(tree, quota, [...files, ...media]);
    for (const path of stale) await tree.remove(path);
    const entries = written.value.slice(0, files.length).map(({ entry }) => entry);
    const converted = entries.filter(({ conversion }) => conversion !== null);
    this.events.append(
      transaction,
      workspace.projectId,
      converted.map((entry) => fileEvent(workspace.id, entry)),
    );
    return { value: entries, unnamed: written.unnamed };
  }

  private async takeConversion(
    tree: FileTree,
    transaction: Transaction,
    path: string,
    document: NamedDocument,
    key: ConversionKey,
  ): Promise<{ markdown: FileContent; media: NewFile[]; stale: string[] }> {
    const conversion = await this.cache.take(transaction, key);
    if (conversion === null) throw new ConversionGoneError();
    const { id, size, etag, charset, name: convertedFrom } = document;
    const directory = mediaDirectory(path, convertedFrom);
    const there = await tree.mediaIn(directory, convertedFrom);
    const kept = new Map(there.map((row) => [row.name, row.etag]));
    const wanted = new Set(conversion.media.map(({ name }) => name));
    return {
      markdown: {
        ...conversion.markdown,
        convertedFrom,
        original: { id, size, etag, converter: key.converter, charset },
        conversion: { status: 'converted', error: null, warnings: conversion.warnings },
      },
      media: conversion.media
        .filter((file) => kept.get(file.name) !== file.etag)
        .map(({ name, ...content }) => ({
          path: `${directory}/${name}`,
          what: { ...content, convertedFrom, original: null, conversion: null },
        })),
      stale: there.filter(({ name }) => !wanted.has(name)).map((row) => row.path),
    };
  }
}
