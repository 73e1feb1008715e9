import type { Readable } from 'node:stream';
import { isMarkdown } from '../files/reading/outline.js';
import { BlobMissingError, type BlobStore } from '../../platform/storage/blob-store.js';
import { type IndexableFile, type IndexedSection, type SearchIndex } from './search-index.js';
import type { SectionReader } from './section-reader.js';

/** Maximum size of a searched file, in bytes: no document converts to more Markdown. */
const MAX_INDEXED_BYTES = 32 * 1024 * 1024;
/** Number of sections per write: about 10 ms on either database, and 50 ms if all words are new. */
const SECTIONS = 32;
const WORDS = 2_000;
const FILES = 16;

/** Adds files to the index, several small ones per write and a large one in several writes. */
export class IndexRun {
  private sections: IndexedSection[] = [];
  private words = 0;
  private whole: IndexableFile[] = [];

  constructor(
    private readonly index: SearchIndex,
    private readonly blobs: BlobStore,
    private readonly reader: SectionReader,
    /** Called after each write. Rejects to end the run. */
    private readonly pause: () => Promise<void>,
  ) {}

  /**
   * Adds a file. Sections that are not written yet are written by {@link finish}. If this fails, the file stays
   * unindexed.
   */
  async add(file: IndexableFile): Promise<void> {
    const bytes = file.size > MAX_INDEXED_BYTES ? null : await this.read(file);
    for (const key of await this.index.outdated(file))
      while (await this.index.remove(key)) await this.pause();
    let position = 0;
    for await (const sections of bytes === null
      ? []
      : this.reader.read(bytes, isMarkdown(file.mime_type)))
      for (const section of sections) {
        this.sections.push({ ...section, file, position });
        position += 1;
        this.words += section.words.length;
        if (this.sections.length === SECTIONS || this.words >= WORDS) await this.finish();
      }
    this.whole.push(file);
    if (this.whole.length === FILES) await this.finish();
  }

  async finish(): Promise<void> {
    const { sections, whole } = this;
    this.sections = [];
    this.whole = [];
    this.words = 0;
    if (sections.length === 0 && whole.length === 0) return;
    await this.index.write(sections, whole);
    await this.pause();
  }

  /** Returns the bytes of a text; null for other contents, and for one that was replaced in the meantime. */
  private async read(file: IndexableFile): Promise<Buffer | null> {
    try {
      return await readBytes(await this.blobs.open(file.blob_id));
    } catch (error) {
      if (error instanceof BlobMissingError) return null;
      throw error;
    }
  }
}

/** Returns the bytes of a content; null at the first NUL. */
async function readBytes(content: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of content as AsyncIterable<Buffer>) {
    if (chunk.includes(0)) {
      content.destroy();
      return null;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
