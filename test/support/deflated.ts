import { crc32, deflateRawSync } from 'node:zlib';

/** A content in an archive. */
export interface Deflated {
  raw: Uint8Array;
  bytes: Buffer;
  crc: number;
}

/** Above it the best compression takes longer than all that a test then does. */
const LARGE_BYTES = 1024 * 1024;
/** Tests put one large content into an archive many times, and one short text into many thousand of its entries. */
const made = new WeakMap<Uint8Array, Deflated>();
const ofTexts = new Map<string, Deflated>();
const SHORT_LENGTH = 16;

/** Returns `content` as DEFLATE has it, and its checksum. */
export function deflated(content: string | Uint8Array): Deflated {
  if (typeof content !== 'string') return deflatedBytes(content);
  const known = ofTexts.get(content);
  if (known !== undefined) return known;
  const one = deflatedBytes(Buffer.from(content));
  if (content.length <= SHORT_LENGTH) ofTexts.set(content, one);
  return one;
}

function deflatedBytes(raw: Uint8Array): Deflated {
  const known = made.get(raw);
  if (known !== undefined) return known;
  const bytes = deflateRawSync(raw, { level: raw.length > LARGE_BYTES ? 1 : 9 });
  const one = { raw, bytes, crc: crc32(raw) };
  made.set(raw, one);
  return one;
}
