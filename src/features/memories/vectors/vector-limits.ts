import { MAX_OF_SCOPE } from '../memory.js';
import { sizeOf } from './embedding.js';

const MIB = 1024 * 1024;

/** Bytes of all vectors that are in memory, and of those of one place. */
export const MAX_BYTES = 256 * MIB;
const MAX_BYTES_OF_PLACE = 128 * MIB;

/** Returns how many vectors one place may have; null where the limit to its memories is the lower one. */
export function mostOfPlace(length: number): number | null {
  const most = Math.floor(MAX_BYTES_OF_PLACE / sizeOf(length));
  return most < MAX_OF_SCOPE ? most : null;
}
