import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { messageOf } from '../../../base/kernel/errors.js';
import type { ArchiveStore } from '../archive-store.js';

/** Little more than the fastest: packages are compressed once, and fetched while a run waits. */
const LEVEL = 3;

/**
 * The environments of all servers, in the storage of files: a server that has none installs nothing that another has
 * installed before. A storage that fails costs an installation, and a warning.
 */
export class EnvironmentArchive {
  constructor(
    private readonly store: ArchiveStore,
    private readonly onWarning: (message: string) => void,
  ) {}

  /**
   * Unpacks the environment `key` into the folder `work`, as `site`. Returns its size in bytes; null, with whatever has come
   * so far in the folder, if there is none, or it cannot be read, or it has more than `maxBytes`.
   */
  async fetch(
    key: string,
    work: string,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<number | null> {
    try {
      const content = await this.store.read(nameOf(key));
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

  /** Stores the environment in the folder `folder`, which has it as `site`. Never rejects. */
  async keep(key: string, folder: string, signal: AbortSignal): Promise<void> {
    try {
      const { create } = await import('tar');
      const packed = Readable.from(create({ cwd: folder, portable: true }, ['site']));
      const options = {
        params: {
          [constants.ZSTD_c_compressionLevel]: LEVEL,
          // What has changed on the way does not unpack.
          [constants.ZSTD_c_checksumFlag]: 1,
        },
      };
      await pipeline(
        packed,
        createZstdCompress(options),
        (content) => this.store.write(nameOf(key), content),
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
    this.onWarning(`failed to ${verb} the packages ${key.slice(0, 12)}: ${messageOf(error)}`);
  }
}

function nameOf(key: string): string {
  return `environments/${key}.tar.zst`;
}
