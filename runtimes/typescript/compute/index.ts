/**
 * Computations over bytes that the supervisor does for an isolate: cryptography, Brotli and legacy encodings, which V8
 * itself lacks. They run in the process of the run, within its sandbox, memory and CPU time. Each request is checked
 * against limits before it starts.
 */
import { packBrotli, unpackBrotli } from './brotli.js';
import { decodeText, Decoders, resolveEncoding } from './decoders.js';
import { hash, hmac, NODE_OPERATIONS, NODE_SLOW_OPERATIONS } from './node-crypto.js';
import { ComputeError, ComputeRequest, isRecord, MAX_COMPUTE_BYTES } from './request.js';
import { SUBTLE_OPERATIONS } from './subtle/index.js';

/** Bytes, or a value in JSON. */
type Answer = Uint8Array | string;
type Operation = (request: ComputeRequest) => unknown;
type SlowOperation = (request: ComputeRequest) => Promise<unknown>;

/** Synchronous operations: each takes a fraction of a second at most, even for the maximum number of bytes. */
const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['encoding', resolveEncoding],
  ['hash', hash],
  ['hmac', hmac],
  ...NODE_OPERATIONS,
]);
/** Operations that run in a thread while the isolate waits. */
const SLOW_OPERATIONS: ReadonlyMap<string, SlowOperation> = new Map([
  ['node.brotli', packBrotli],
  ['node.unbrotli', unpackBrotli],
  ...NODE_SLOW_OPERATIONS,
  ...SUBTLE_OPERATIONS,
]);

/** Executes the requests of one run. */
export class Compute {
  private readonly decoders = new Decoders();

  /**
   * Executes a request at once. Returns bytes, or JSON: `{"value": …}` or `{"error": [name, message, code]}`. Never
   * throws.
   */
  now(json: unknown, parts: readonly unknown[]): Answer {
    try {
      const request = parseRequest(json, parts);
      const name = request.text('op');
      if (name === 'decode') return toAnswer(decodeText(this.decoders, request));
      return toAnswer(find(OPERATIONS, name)(request));
    } catch (error) {
      return failed(error);
    }
  }

  /** Executes a slow request. Never rejects. */
  async later(json: unknown, parts: readonly unknown[]): Promise<Answer> {
    try {
      const request = parseRequest(json, parts);
      return toAnswer(await find(SLOW_OPERATIONS, request.text('op'))(request));
    } catch (error) {
      return failed(error);
    }
  }
}

function parseRequest(json: unknown, parts: readonly unknown[]): ComputeRequest {
  const fields: unknown = typeof json === 'string' ? JSON.parse(json) : null;
  if (!isRecord(fields)) throw new ComputeError('TypeError', 'A request must be an object');
  const bytes = parts.filter((part) => part instanceof Uint8Array);
  const size = bytes.reduce((sum, part) => sum + part.byteLength, 0);
  if (size > MAX_COMPUTE_BYTES)
    throw new ComputeError(
      'QuotaExceededError',
      `One call takes at most ${MAX_COMPUTE_BYTES} bytes, not ${size}: work on parts`,
    );
  return new ComputeRequest(fields, bytes);
}

function find<Found>(operations: ReadonlyMap<string, Found>, name: string): Found {
  const operation = operations.get(name);
  if (operation === undefined)
    throw new ComputeError('NotSupportedError', `There is no operation "${name}"`);
  return operation;
}

/** Returns the answer for a value. Bytes are copied, since a Buffer may be part of a pool with other data. */
function toAnswer(value: unknown): Answer {
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return JSON.stringify({ value });
}

function failed(thrown: unknown): string {
  const error = thrown instanceof Error ? thrown : new Error('The operation failed');
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return JSON.stringify({ error: [error.name, error.message, code] });
}
