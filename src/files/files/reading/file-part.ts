import type { FileEntry } from '../tree/file-entry.js';
import type { Place } from './places.js';

/** A range of lines of a text file, counted from 1, both ends included. */
export interface FilePart {
  entry: FileEntry;
  content: string;
  firstLine: number;
  lastLine: number;
  /** Number of lines in the whole file. */
  totalLines: number;
  /** Page, slide or sheet where the range begins; null if unknown. */
  place: Place | null;
}
