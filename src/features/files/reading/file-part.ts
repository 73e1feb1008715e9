import type { FileEntry } from '../tree/file-entry.js';

/** Some lines of a text file, counted from 1, both ends included. */
export interface FilePart {
  entry: FileEntry;
  content: string;
  firstLine: number;
  lastLine: number;
  /** Lines of the whole file. */
  totalLines: number;
}
