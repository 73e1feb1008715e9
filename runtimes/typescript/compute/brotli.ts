/** Brotli for `node:zlib` in bundles. */
import { brotliCompress, brotliDecompress, type BrotliOptions, constants } from 'node:zlib';
import { promisify } from 'node:util';
import { ComputeError, type ComputeRequest, isRecord, MAX_COMPUTE_BYTES } from './request.js';

const { BROTLI_MAX_QUALITY, BROTLI_DEFAULT_WINDOW } = constants;
/**
 * Maximum size for the best qualities, which compress half a megabyte per second (bytes); for the others, the limit on
 * requests applies.
 */
const MAX_BEST_BYTES = 8 * 1024 * 1024;
const FIRST_BEST = 10;
/** The params that a script may set, with their bounds. A larger window takes more memory than a run may have. */
const PARAMS: ReadonlyMap<string, readonly [least: number, most: number]> = new Map([
  [String(constants.BROTLI_PARAM_MODE), [0, 2]],
  [String(constants.BROTLI_PARAM_QUALITY), [0, BROTLI_MAX_QUALITY]],
  [String(constants.BROTLI_PARAM_LGWIN), [10, BROTLI_DEFAULT_WINDOW]],
  [String(constants.BROTLI_PARAM_LGBLOCK), [0, 24]],
  [String(constants.BROTLI_PARAM_SIZE_HINT), [0, 2 ** 31 - 1]],
]);

/** Compresses data. */
export async function packBrotli(request: ComputeRequest): Promise<Buffer> {
  const data = request.bytes('data');
  const params = parseParams(request.value('params'));
  const quality = params[constants.BROTLI_PARAM_QUALITY] ?? BROTLI_MAX_QUALITY;
  if (quality >= FIRST_BEST && data.length > MAX_BEST_BYTES)
    throw new ComputeError(
      'QuotaExceededError',
      `Brotli of quality ${quality} takes at most ${MAX_BEST_BYTES} bytes, not ${data.length}: use one up to ${FIRST_BEST - 1}`,
    );
  return promisify<Buffer | Uint8Array, BrotliOptions, Buffer>(brotliCompress)(data, { params });
}

/** Decompresses data, up to the size limit of a request. */
export async function unpackBrotli(request: ComputeRequest): Promise<Buffer> {
  const maxOutputLength =
    request.optionalWhole('most', 1, Number.MAX_SAFE_INTEGER) ?? MAX_COMPUTE_BYTES;
  return promisify<Buffer | Uint8Array, BrotliOptions, Buffer>(brotliDecompress)(
    request.bytes('data'),
    { maxOutputLength: Math.min(maxOutputLength, MAX_COMPUTE_BYTES) },
  );
}

function parseParams(given: unknown): Record<number, number> {
  const entries = Object.entries(isRecord(given) ? given : {});
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const [least, most] = PARAMS.get(key) ?? [0, -1];
      if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
        throw new ComputeError(
          'RangeError',
          least > most
            ? `Brotli has no param ${key} here`
            : `The param ${key} of Brotli must be a whole number from ${least} to ${most}`,
        );
      return [Number(key), value];
    }),
  );
}
