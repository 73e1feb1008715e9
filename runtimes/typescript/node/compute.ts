import { Buffer } from './buffer.js';

type Compute = (op: string, fields: Record<string, unknown>, later?: boolean) => unknown;

/** Bytes, or a text with a separate encoding. */
export type Data = string | ArrayBuffer | ArrayBufferView;

/** Asks the supervisor for a computation over bytes. @see ../guest/web/compute.ts */
export function compute(op: string, fields: Record<string, unknown>, later = false): unknown {
  const found = (globalThis as Record<symbol, unknown>)[Symbol.for('metarun.compute')];
  return (found as Compute)(op, fields, later);
}

/** Asks for a computation whose answer is bytes. */
export function computeBytes(op: string, fields: Record<string, unknown>, later = false): Buffer {
  const bytes = compute(op, fields, later) as Uint8Array<ArrayBuffer>;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns a copy of data as bytes. */
export function toBuffer(data: unknown, encoding: unknown = 'utf8', name = 'data'): Buffer {
  if (typeof data === 'string') return Buffer.from(data, normaliseEncoding(encoding));
  if (ArrayBuffer.isView(data)) return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer) return Buffer.from(data);
  const error = new TypeError(`The "${name}" argument must be a string, a Buffer or a view`);
  throw Object.assign(error, { code: 'ERR_INVALID_ARG_TYPE' });
}

/** Returns bytes in the requested form: as text in an encoding, or as a Buffer. */
export function encoded(bytes: Buffer, encoding?: unknown): Buffer | string {
  if (encoding === undefined || encoding === null || encoding === 'buffer') return bytes;
  return bytes.toString(normaliseEncoding(encoding));
}

function normaliseEncoding(encoding: unknown): BufferEncoding {
  if (encoding === 'base64url' || encoding === 'buffer' || typeof encoding !== 'string')
    return encoding === 'base64url' ? 'base64url' : 'utf8';
  return encoding as BufferEncoding;
}
