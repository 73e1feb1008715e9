import { parse } from 'range-parser';
import type { ByteRange } from '../../../platform/storage/blob-store.js';

/** In the parser's `code`: what the header has is no range. */
const INVALID = 1;

/**
 * Returns what a `Range` header asks of a content of `size` bytes (RFC 9110 §14): null = all of it, also for several
 * ranges and for a header that makes no sense, which a server may ignore; 'unsatisfiable' = 416.
 */
export function byteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  // Several ranges cost more to answer than to ask for: they are not even parsed.
  if (header === undefined || header.includes(',')) return null;
  const { code, type, ranges } = parse(size, header);
  if (type !== 'bytes' || (code & INVALID) !== 0) return null;
  return ranges[0] ?? 'unsatisfiable';
}
