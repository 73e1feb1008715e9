import { checkSize } from '../../toolkit/api/server-names.js';
import type { FileThen } from './files-then.js';

/** Maximum number of files in one pull. */
const MOST_FILES = 2000;

export interface Chosen {
  files: FileThen[];
  /** Files that did not fit, by path. */
  left: FileThen[];
  bytes: number;
}

/**
 * Selects files by path until `maxBytes` is reached. A file that does not fit is skipped; later, smaller ones are still
 * taken.
 */
export function chosenFiles(all: readonly FileThen[], maxBytes: number): Chosen {
  const chosen: Chosen = { files: [], left: [], bytes: 0 };
  for (const file of all) {
    const bytes = chosen.bytes + checkSize(file.size);
    const fits = chosen.files.length < MOST_FILES && bytes <= maxBytes;
    if (!fits) {
      chosen.left.push(file);
      continue;
    }
    chosen.files.push(file);
    chosen.bytes = bytes;
  }
  return chosen;
}
