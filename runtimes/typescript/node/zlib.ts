/** Node's `zlib`: a port, with Brotli from the supervisor. */
import zlib from 'node:zlib';
import { Transform } from 'node:stream';
import { Buffer } from './buffer.js';
import { toBuffer, computeBytes, type Data } from './compute.js';

export * from 'node:zlib';

interface BrotliOptions {
  params?: Record<number, number>;
  maxOutputLength?: number;
}
type Done = (error: Error | null, result?: Buffer) => void;
type Work = (data: Data, options?: BrotliOptions) => Buffer;

const BROTLI = {
  BROTLI_DECODE: 8,
  BROTLI_ENCODE: 9,
  BROTLI_OPERATION_PROCESS: 0,
  BROTLI_OPERATION_FLUSH: 1,
  BROTLI_OPERATION_FINISH: 2,
  BROTLI_OPERATION_EMIT_METADATA: 3,
  BROTLI_PARAM_MODE: 0,
  BROTLI_MODE_GENERIC: 0,
  BROTLI_MODE_TEXT: 1,
  BROTLI_MODE_FONT: 2,
  BROTLI_DEFAULT_MODE: 0,
  BROTLI_PARAM_QUALITY: 1,
  BROTLI_MIN_QUALITY: 0,
  BROTLI_MAX_QUALITY: 11,
  BROTLI_DEFAULT_QUALITY: 11,
  BROTLI_PARAM_LGWIN: 2,
  BROTLI_MIN_WINDOW_BITS: 10,
  BROTLI_MAX_WINDOW_BITS: 24,
  BROTLI_LARGE_MAX_WINDOW_BITS: 30,
  BROTLI_DEFAULT_WINDOW: 22,
  BROTLI_PARAM_LGBLOCK: 3,
  BROTLI_MIN_INPUT_BLOCK_BITS: 16,
  BROTLI_MAX_INPUT_BLOCK_BITS: 24,
  BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING: 4,
  BROTLI_PARAM_SIZE_HINT: 5,
  BROTLI_PARAM_LARGE_WINDOW: 6,
  BROTLI_PARAM_NPOSTFIX: 7,
  BROTLI_PARAM_NDIRECT: 8,
  BROTLI_DECODER_PARAM_DISABLE_RING_BUFFER_REALLOCATION: 0,
  BROTLI_DECODER_PARAM_LARGE_WINDOW: 1,
};

export const constants = { ...zlib.constants, ...BROTLI };

export function brotliCompressSync(data: Data, { params = {} }: BrotliOptions = {}): Buffer {
  return computeBytes('node.brotli', { data: toBuffer(data, 'utf8', 'buffer'), params }, true);
}

export function brotliDecompressSync(data: Data, options: BrotliOptions = {}): Buffer {
  const most = options.maxOutputLength ?? null;
  return computeBytes('node.unbrotli', { data: toBuffer(data, 'utf8', 'buffer'), most }, true);
}

export const brotliCompress = later(brotliCompressSync);
export const brotliDecompress = later(brotliDecompressSync);

function later(work: Work) {
  return (data: Data, options: BrotliOptions | Done, done?: Done): void => {
    const [given, call] = typeof options === 'function' ? [{}, options] : [options, done];
    if (call === undefined) throw new TypeError('The "callback" argument must be a function');
    setTimeout(() => {
      let result: Buffer;
      try {
        result = work(data, given);
      } catch (error) {
        call(error as Error);
        return;
      }
      call(null, result);
    }, 0);
  };
}

/** A stream that produces its result at the end of its input. */
class Whole extends Transform {
  bytesWritten = 0;
  private readonly parts: Buffer[] = [];

  constructor(
    private readonly work: Work,
    private readonly settings: BrotliOptions,
  ) {
    super();
  }

  override _transform(data: Data, encoding: unknown, done: (error?: Error) => void): void {
    const part = Buffer.from(toBuffer(data, encoding));
    this.bytesWritten += part.length;
    this.parts.push(part);
    done();
  }

  override _flush(done: (error: Error | null, result?: Buffer) => void): void {
    later(this.work)(Buffer.concat(this.parts), this.settings, done);
  }
}

export class BrotliCompress extends Whole {
  constructor(options: BrotliOptions = {}) {
    super(brotliCompressSync, options);
  }
}

export class BrotliDecompress extends Whole {
  constructor(options: BrotliOptions = {}) {
    super(brotliDecompressSync, options);
  }
}

export function createBrotliCompress(options?: BrotliOptions): BrotliCompress {
  return new BrotliCompress(options);
}

export function createBrotliDecompress(options?: BrotliOptions): BrotliDecompress {
  return new BrotliDecompress(options);
}

export default {
  ...zlib,
  constants,
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  brotliDecompressSync,
  BrotliCompress,
  BrotliDecompress,
  createBrotliCompress,
  createBrotliDecompress,
};
