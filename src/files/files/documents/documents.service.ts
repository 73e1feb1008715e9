import { Injectable } from '@nestjs/common';
import {
  type ConversionProgress,
  DocumentConverter,
} from '../../../sandbox/conversion/document-converter.js';
import { BlobStore } from '../../../platform/storage/blob-store.js';
import { type StoredContent, storedContent } from '../content/file-content.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { WorkspaceChanges } from '../workspaces/workspace-changes.service.js';
import {
  ConversionCache,
  type ConversionKey,
  type StoredConversion,
  type StoredMedia,
} from './conversion-cache.js';
import { mediaLink } from './document-paths.js';
import type { NamedDocument } from './job-rows.js';

const MIB = 1024 * 1024;
/** Beyond what the converters give of one document. */
const MAX_BYTES = 512 * MIB;

type Listener = (progress: ConversionProgress) => void;

/** A conversion that has not ended, and the listeners of all that wait for it. */
interface Underway {
  done: Promise<void>;
  listeners: Set<Listener>;
  last: ConversionProgress | null;
}

/** Converts stored documents into stored Markdown. */
@Injectable()
export class DocumentsService {
  /** The conversions that are under way here, so that the same one is not begun twice. */
  private readonly underway = new Map<string, Underway>();

  constructor(
    private readonly converter: DocumentConverter,
    private readonly blobs: BlobStore,
    private readonly cache: ConversionCache,
    private readonly changes: WorkspaceChanges,
  ) {}

  /** Version of the converters. */
  get version(): string {
    return this.converter.version;
  }

  keyOf(
    projectId: string,
    { etag, name, charset }: Pick<NamedDocument, 'etag' | 'name' | 'charset'>,
  ): ConversionKey {
    const read = charset === null ? etag : `${etag}; charset=${charset}`;
    return { projectId, etag: read, name, converter: this.converter.version };
  }

  /** Resolves once {@link ConversionCache.take} returns the result of the document. Rejects as the converter does. */
  async convert(
    projectId: string,
    document: NamedDocument,
    onProgress: Listener = () => undefined,
  ): Promise<void> {
    const key = this.keyOf(projectId, document);
    const text = JSON.stringify(key);
    while (!(await this.cache.has(key))) {
      const running = this.underway.get(text);
      if (running === undefined) {
        const begun: Underway = {
          done: Promise.resolve(),
          listeners: new Set([onProgress]),
          last: null,
        };
        this.underway.set(text, begun);
        begun.done = this.run(key, document, (progress) => {
          begun.last = progress;
          for (const listener of begun.listeners) listener(progress);
        }).finally(() => this.underway.delete(text));
        return begun.done;
      }
      running.listeners.add(onProgress);
      if (running.last !== null) onProgress(running.last);
      await running.done.catch((error: unknown) => {
        // Anything else is about the other one's copy of the document.
        if (error instanceof MetarunError) throw error;
      });
    }
  }

  private async run(
    key: ConversionKey,
    document: NamedDocument,
    onProgress: Listener,
  ): Promise<void> {
    const media: StoredMedia[] = [];
    let conversion: StoredConversion;
    try {
      const { markdown, warnings } = await this.converter.convert(
        {
          name: document.name,
          size: document.size,
          projectId: key.projectId,
          open: () => this.blobs.open(document.id),
        },
        {
          mediaPath: mediaLink(document.name),
          charset: document.charset ?? undefined,
          onProgress,
          onMedia: async ({ name, content }) => {
            media.push({ name, ...(await this.store(content)) });
          },
        },
      );
      const stored = await this.store(Buffer.from(markdown));
      conversion = { markdown: stored, media, warnings };
    } catch (error) {
      await this.changes.discard(media.map(({ id }) => id));
      throw error;
    }
    await this.cache.keep(key, conversion);
  }

  private async store(content: Buffer): Promise<StoredContent> {
    return storedContent(await this.blobs.put(content, { maxBytes: MAX_BYTES }));
  }
}
