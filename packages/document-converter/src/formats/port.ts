import { type Progress, type Recognise } from '../converted.js';
import { type WordCount } from '../count/word-count.js';
import { type MediaStore } from '../input/media.js';
import { type DocumentTree } from '../tree.js';

/** The input of every converter. */
export interface Source {
  bytes: Buffer;
  /** The name that it was uploaded with; only a hint. */
  name: string;
  /** Such as `docx`: the format of the content. */
  format: string;
  /** The charset that the user has named; undefined: it is found out. */
  charset?: string | undefined;
  /** Reads pages that are pictures, where the host can. */
  recognise?: Recognise | undefined;
  /** Absent for a document inside of another, whose progress is that of the other. */
  progress?: Progress | undefined;
  /** Receives pictures. */
  media: MediaStore;
  /** In plain words, for the user who has uploaded it. */
  warnings: string[];
  /** Receives what the document says, and what is reported of it. */
  words: WordCount;
  /**
   * Converts a document that is inside of this one, with its name as a heading of a level. Returns undefined where it cannot be
   * converted; a warning says why.
   */
  readInner: (inner: Inner, level: number) => Promise<DocumentTree | undefined>;
}

/** A document inside a document, such as an attachment. */
export interface Inner {
  name: string;
  /** The heading of the document, where that is not its name. */
  title?: string;
  bytes: Buffer;
  /** True where it is kept as a file too, so that it need not be reported that its format is not one that is converted. */
  optional?: boolean;
}

/** Markdown itself if an engine or the format provides it, else a tree. */
export type Outcome = DocumentTree | { markdown: string };

export interface Converter {
  /** Converts with the first engine. */
  convert: (source: Source) => Promise<Outcome> | Outcome;
  /** Converts with the fallback parser, after the first engine has crashed or taken too long. */
  fallback?: (source: Source) => Promise<Outcome> | Outcome;
}
