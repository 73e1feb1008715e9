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
  /** Receives pictures. */
  media: MediaStore;
  /** In plain words, for the user who has uploaded it. */
  warnings: string[];
}

/** Markdown itself if an engine or the format provides it, else a tree. */
export type Outcome = DocumentTree | { markdown: string };

export interface Converter {
  /** Converts with the first engine. */
  convert: (source: Source) => Promise<Outcome> | Outcome;
  /** Converts with the fallback parser, after the first engine has crashed or taken too long. */
  fallback?: (source: Source) => Promise<Outcome> | Outcome;
}
