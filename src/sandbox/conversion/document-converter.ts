import type { Readable } from 'node:stream';
import { MetarunError } from '../../base/kernel/errors.js';

/** A document to convert. */
export interface Document {
  /** As the user named it; its ending helps if the content does not show the format. */
  name: string;
  /** Bytes. */
  size: number;
  /**
   * Its project: no process converts documents of two projects, and projects take turns. Documents without a project count as
   * those of one more project.
   */
  projectId?: string;
  /** Opens its content from the start; may be called again for a second attempt. */
  open(): Promise<Readable>;
}

/** An image or another file inside a document. */
export interface DocumentMedia {
  /** A single safe name, unique in its document, such as `image1.png`. The Markdown links to it by {@link ConversionOptions.mediaPath}. */
  name: string;
  content: Buffer;
}

/** The converted document. */
export interface Conversion {
  /** UTF-8, NFC, ends with one newline; the same bytes and name give the same text. */
  markdown: string;
  /** Such as `docx`. */
  format: string;
  /** Omissions and possible errors, in plain words. */
  warnings: string[];
}

/** The share of a document that is done. */
export interface ConversionProgress {
  done: number;
  /** Null where it is not known. */
  total: number | null;
  unit: 'pages' | 'rows' | 'parts';
}

export interface ConversionOptions {
  /** Prefix of links to media, relative to the Markdown file: `report.docx.media/`. */
  mediaPath: string;
  /** The charset of a text; without it, it is found out. */
  charset?: string | undefined;
  /** Receives each media file in turn, before the conversion resolves. If it throws, the conversion ends with its error. */
  onMedia(media: DocumentMedia): Promise<void>;
  /** Receives how far it is, some times a second. A second attempt begins at the start again. */
  onProgress?: (progress: ConversionProgress) => void;
}

/** Converts documents to Markdown, in processes that protect the server from them. */
export abstract class DocumentConverter {
  /** Changes whenever a document may be converted to different Markdown than before. */
  abstract readonly version: string;

  /** Formats it converts, as lower-case name endings without the dot: `docx`. Markdown is not one of them. */
  abstract readonly formats: readonly string[];

  /**
   * Throws MetarunError `unsupported_document` for an unknown format, `unreadable_document` with the reason (damaged, encrypted,
   * a scan without text, too large, took too long), `unavailable` if no process is available now.
   */
  abstract convert(document: Document, options: ConversionOptions): Promise<Conversion>;
}

/** So many documents of the project wait already that no further one may. */
export class TooManyWaitingError extends MetarunError {
  constructor(most: number, retryAfterSeconds: number) {
    const message = `More than ${most} documents of this project wait for their conversion. Try again soon.`;
    super('unavailable', message, { retryAfterSeconds });
  }
}

/** No converter process has started for some time. Documents that wait need not wait longer. */
export class ConverterBrokenError extends MetarunError {
  constructor() {
    super(
      'unavailable',
      'The server cannot convert documents: its converter does not start. Its log and `metarun doctor` say why; convert the document again once that is put right.',
    );
  }
}
