import { Injectable } from '@nestjs/common';
import {
  type ConversionProgress,
  DocumentConverter,
} from '../../../sandbox/conversion/document-converter.js';
import { BlobStore } from '../../../platform/storage/blob-store.js';
import { type StoredContent, storedContent } from '../content/file-content.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { WorkspaceChanges } from '../workspaces/workspace-changes.service.js';
import { ConversionCache, type ConversionKey, type StoredMedia } from './conversion-cache.js';
import { mediaLink } from './document-paths.js';
import type { NamedDocument } from './job-rows.js';

const MIB = 1024 * 1024;
/** Maximum size of a stored content, in bytes; larger than any output of the converters. */
const MAX_BYTES = 512 * MIB;

type Listener = (progress: ConversionProgress) => void;

/** A running conversion, with the listeners of all callers that wait for it. */
interface Underway {
  done: Promise<void>;
  listeners: Set<Listener>;
  last: ConversionProgress | null;
}

/** Converts stored documents to stored Markdown. */
@Injectable()
export class DocumentsService {
  /** Conversions running on this server, by key, so that none is started twice. */
  private readonly underway = new Map<string, Underway>();

  constructor(
    private readonly converter: DocumentConverter,
    private readonly blobs: BlobStore,
    private readonly cache: ConversionCache,
    private readonly changes: WorkspaceChanges,
  ) {}

  get version(): string {
    return this.converter.version;
  }

  buildConversionKey(
    projectId: string,
    { etag, name, charset }: Pick<NamedDocument, 'etag' | 'name' | 'charset'>,
  ): ConversionKey {
    const read = charset === null ? etag : `${etag}; charset=${charset}`;
    return { projectId, etag: read, name, converter: this.converter.version };
  }

  /**
   * Converts a document, so that {@link ConversionCache.take} returns its result. Rejects with the errors of the
   * converter.
   */
  async convert(
    projectId: string,
    document: NamedDocument,
    onProgress: Listener = () => undefined,
  ): Promise<void> {
    const key = this.buildConversionKey(projectId, document);
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
        // Other errors concern only the other caller's copy of the document.
        if (error instanceof MetarunError) throw error;
      });
    }
  }

  private async run(
    key: ConversionKey,
    document: NamedDocument,
    onProgress: Listener,
  ): Promise<void> {
    await using blobs = this.changes.newBlobs();
    const store = async (content: Buffer): Promise<StoredContent> =>
      storedContent(await blobs.store(content, MAX_BYTES));
    const media: StoredMedia[] = [];
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
          media.push({ name, ...(await store(content)) });
        },
      },
    );
    const conversion = { markdown: await store(Buffer.from(markdown)), media, warnings };
    await blobs.commit(() => this.cache.keep(key, conversion));
  }
}
