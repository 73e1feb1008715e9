import { type Progress, type Recognise } from '../converted.js';
import { type WordCount } from '../count/word-count.js';
import { type MediaStore } from '../input/media.js';
import { type DocumentTree } from '../tree.js';

/** The input of every converter. */
export interface Source {
  bytes: Buffer;
  /** Original file name; only a hint. */
  name: string;
  /** Format of the content, such as `docx`. */
  format: string;
  /** Charset specified by the user; undefined to detect it. */
  charset?: string | undefined;
  /** Recognises the text of pages that are pictures, if the host supports it. */
  recognise?: Recognise | undefined;
  /** Receives progress; absent for an inner document, whose progress is part of the outer one's. */
  progress?: Progress | undefined;
  /** Receives pictures. */
  media: MediaStore;
  /** Warnings in plain words, for the user who uploaded the document. */
  warnings: string[];
  /** Counts the words of the document and of what is reported as left out. */
  words: WordCount;
  /**
   * Converts a document inside this one, with its name as a heading of the given level. Returns undefined and adds a
   * warning if it cannot be converted.
   */
  readInner: (inner: Inner, level: number) => Promise<DocumentTree | undefined>;
}

/** A document inside a document, such as an attachment. */
export interface Inner {
  name: string;
  /** Heading of the document, if it differs from the name. */
  title?: string;
  bytes: Buffer;
  /** True if the document is also kept as a file, so that an unsupported format need not be reported. */
  optional?: boolean;
}

/** Markdown if the engine or format provides it, otherwise a tree. */
export type Outcome = DocumentTree | { markdown: string };

export interface Converter {
  /** Converts with the first engine. */
  convert: (source: Source) => Promise<Outcome> | Outcome;
  /** Converts with the fallback parser, after the first engine has crashed or timed out. */
  fallback?: (source: Source) => Promise<Outcome> | Outcome;
}
