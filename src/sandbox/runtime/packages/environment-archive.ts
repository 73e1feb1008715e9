import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import type { ArchiveStore } from '../archive-store.js';

/** Compression level, slightly above the fastest: packages are compressed once and fetched while a run waits. */
const LEVEL = 3;

/**
 * The shared archive of environments in the file storage: a server without an environment need not install what another
 * server has installed before. If the storage fails, the packages are installed again, and a warning is reported.
 */
export class EnvironmentArchive {
  constructor(
    private readonly store: ArchiveStore,
    private readonly onWarning: (message: string) => void,
  ) {}

  /**
   * Unpacks the environment `key` into the folder `work`, as `site`. Returns its size in bytes. Returns null if it does
   * not exist, cannot be read or exceeds `maxBytes`; the folder may then contain a part of it.
   */
  async fetch(
    key: string,
    work: string,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<number | null> {
    try {
      const content = await this.store.read(buildArchiveName(key));
      if (content === null) return null;
      let bytes = 0;
      const counted = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          if (bytes > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
          yield chunk;
        }
      };
      const { extract } = await import('tar');
      const unpacked = extract({ cwd: work, strict: true, preserveOwner: false });
      await pipeline(content, createZstdDecompress(), counted, unpacked, { signal });
      return bytes;
    } catch (error) {
      signal.throwIfAborted();
      this.warn('fetch', key, error);
      return null;
    }
  }

  /** Stores the environment in the folder `folder`, whose packages are in `site`. Never rejects. */
  async keep(key: string, folder: string, signal: AbortSignal): Promise<void> {
    try {
      const { create } = await import('tar');
      const packed = Readable.from(create({ cwd: folder, portable: true }, ['site']));
      const options = {
        params: {
          [constants.ZSTD_c_compressionLevel]: LEVEL,
          // Makes the unpacking of damaged contents fail.
          [constants.ZSTD_c_checksumFlag]: 1,
        },
      };
      await pipeline(
        packed,
        createZstdCompress(options),
        (content) => this.store.write(buildArchiveName(key), content),
        { signal },
      );
    } catch (error) {
      if (!signal.aborted) this.warn('store', key, error);
    }
  }

  close(): void {
    this.store.close();
  }

  private warn(verb: string, key: string, error: unknown): void {
    this.onWarning(`failed to ${verb} the packages ${key.slice(0, 12)}: ${getErrorMessage(error)}`);
  }
}

function buildArchiveName(key: string): string {
  return `environments/${key}.tar.zst`;
}
