import { computeVectorBytes } from '../../vectors/embedding.js';
import { MAX_OF_SCOPE } from '../memory.js';

/** Maximum size of the vectors of one place, in bytes. */
const MAX_BYTES_OF_PLACE = 128 * 1024 * 1024;

/** Returns the maximum number of vectors of one place; null if the limit on its memories is lower. */
export function mostOfPlace(length: number): number | null {
  const most = Math.floor(MAX_BYTES_OF_PLACE / computeVectorBytes(length));
  return most < MAX_OF_SCOPE ? most : null;
}
