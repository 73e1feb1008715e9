import { type MediaStore } from '../input/media.js';
import { type DocumentTree } from '../tree.js';

/** A document on its way: what every converter is given. */
export interface Source {
  bytes: Buffer;
  /** The name that it was uploaded with; only a hint. */
  name: string;
  /** Such as `docx`: what the content is. */
  format: string;
  /** Where pictures go. */
  media: MediaStore;
  /** In plain words, for whoever has uploaded it. */
  warnings: string[];
}

/** Markdown itself where an engine or the format gives it, a tree otherwise. */
export type Outcome = DocumentTree | { markdown: string };

export interface Converter {
  /** By the engine that comes first. */
  convert: (source: Source) => Promise<Outcome> | Outcome;
  /** By another one, after the first has crashed or taken too long. */
  fallback?: (source: Source) => Promise<Outcome> | Outcome;
}
