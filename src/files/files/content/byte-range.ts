import { parse } from 'range-parser';
import type { ByteRange } from '../../../platform/storage/blob-store.js';

/** Flag in the parser's `code`: the header contains no valid range. */
const INVALID = 1;

/**
 * Returns the range that a `Range` header requests of a content of `size` bytes (RFC 9110 §14). Null for the whole
 * content, including several ranges and malformed headers, which a server may ignore; 'unsatisfiable' for a 416.
 */
export function byteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  // Several ranges cost more to answer than to request, so they are not even parsed.
  if (header === undefined || header.includes(',')) return null;
  const { code, type, ranges } = parse(size, header);
  if (type !== 'bytes' || (code & INVALID) !== 0) return null;
  return ranges[0] ?? 'unsatisfiable';
}
