import { sizeOf } from '../../vectors/embedding.js';
import { MAX_OF_SCOPE } from '../memory.js';

/** Bytes of the vectors of one place. */
const MAX_BYTES_OF_PLACE = 128 * 1024 * 1024;

/** Returns how many vectors one place may have; null where the limit to its memories is the lower one. */
export function mostOfPlace(length: number): number | null {
  const most = Math.floor(MAX_BYTES_OF_PLACE / sizeOf(length));
  return most < MAX_OF_SCOPE ? most : null;
}
