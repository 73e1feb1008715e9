import { Buffer } from './buffer.js';

type Compute = (op: string, fields: Record<string, unknown>, later?: boolean) => unknown;

/** Bytes, or a text and its encoding. */
export type Data = string | ArrayBuffer | ArrayBufferView;

/** Asks the supervisor for work over bytes. @see ../guest/web/compute.ts */
export function compute(op: string, fields: Record<string, unknown>, later = false): unknown {
  const found = (globalThis as Record<symbol, unknown>)[Symbol.for('metarun.compute')];
  return (found as Compute)(op, fields, later);
}

/** Returns the answer where it is bytes. */
export function computeBytes(op: string, fields: Record<string, unknown>, later = false): Buffer {
  const bytes = compute(op, fields, later) as Uint8Array<ArrayBuffer>;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns data as bytes of their own. */
export function bytesOf(data: unknown, encoding: unknown = 'utf8', name = 'data'): Buffer {
  if (typeof data === 'string') return Buffer.from(data, encodingOf(encoding));
  if (ArrayBuffer.isView(data)) return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer) return Buffer.from(data);
  const error = new TypeError(`The "${name}" argument must be a string, a Buffer or a view`);
  throw Object.assign(error, { code: 'ERR_INVALID_ARG_TYPE' });
}

/** Returns bytes as a script wants them: as text in an encoding, else as a Buffer. */
export function encoded(bytes: Buffer, encoding?: unknown): Buffer | string {
  if (encoding === undefined || encoding === null || encoding === 'buffer') return bytes;
  return bytes.toString(encodingOf(encoding));
}

function encodingOf(encoding: unknown): BufferEncoding {
  if (encoding === 'base64url' || encoding === 'buffer' || typeof encoding !== 'string')
    return encoding === 'base64url' ? 'base64url' : 'utf8';
  return encoding as BufferEncoding;
}
