import type { FileEntry } from '../tree/file-entry.js';
import type { Place } from './places.js';

/** Some lines of a text file, counted from 1, both ends included. */
export interface FilePart {
  entry: FileEntry;
  content: string;
  firstLine: number;
  lastLine: number;
  /** Lines of the whole file. */
  totalLines: number;
  /** The page, slide or sheet of the first of them; null where none is known. */
  place: Place | null;
}
