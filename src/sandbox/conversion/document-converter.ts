import type { Readable } from 'node:stream';
import { MetarunError } from '../../base/kernel/errors.js';

/** A document to convert. */
export interface Document {
  /** File name given by the user; its extension helps if the content does not show the format. */
  name: string;
  /** Size in bytes. */
  size: number;
  /**
   * The document's project: no process converts documents of two projects, and projects take turns. Documents without a
   * project are treated as one more project.
   */
  projectId?: string;
  /** Opens the content from the start; may be called again for a second attempt. */
  open(): Promise<Readable>;
}

/** An image or another file inside a document. */
export interface DocumentMedia {
  /**
   * A single safe name, unique in its document, such as `image1.png`. The Markdown links to the file through {@link
   * ConversionOptions.mediaPath}.
   */
  name: string;
  content: Buffer;
}

/** The converted document. */
export interface Conversion {
  /** Markdown in UTF-8 and NFC that ends with one newline; the same bytes and name always give the same text. */
  markdown: string;
  /** Format name, such as `docx`. */
  format: string;
  /** Omissions and possible errors, in plain language. */
  warnings: string[];
}

export interface ConversionProgress {
  done: number;
  /** Null if it is unknown. */
  total: number | null;
  unit: 'pages' | 'rows' | 'parts';
}

export interface ConversionOptions {
  /** Prefix of links to media, relative to the Markdown file: `report.docx.media/`. */
  mediaPath: string;
  /** Charset of a text document; detected if omitted. */
  charset?: string | undefined;
  /**
   * Receives each media file in turn, before the conversion resolves. If it throws, the conversion fails with that
   * error.
   */
  onMedia(media: DocumentMedia): Promise<void>;
  /** Receives the progress a few times per second. A second attempt begins at the start again. */
  onProgress?: (progress: ConversionProgress) => void;
}

/** Converts documents to Markdown, in processes that protect the server from the documents. */
export abstract class DocumentConverter {
  /** Changes whenever a document may be converted to different Markdown than before. */
  abstract readonly version: string;

  /** Supported formats, as lower-case file extensions without the dot: `docx`. Markdown is not one of them. */
  abstract readonly formats: readonly string[];

  /**
   * Throws MetarunError `unsupported_document` for an unknown format, `unreadable_document` with the reason (damaged,
   * encrypted, a scan without text, too large, took too long), or `unavailable` if no process is available.
   */
  abstract convert(document: Document, options: ConversionOptions): Promise<Conversion>;
}

/** Thrown when too many documents of the project are already waiting. */
export class TooManyWaitingError extends MetarunError {
  constructor(most: number, retryAfterSeconds: number) {
    const message = `More than ${most} documents of this project wait for their conversion. Try again soon.`;
    super('unavailable', message, { retryAfterSeconds });
  }
}

/** Thrown when no converter process has started for some time; waiting documents are rejected with it. */
export class ConverterBrokenError extends MetarunError {
  constructor() {
    super(
      'unavailable',
      'The server cannot convert documents: its converter does not start. Its log and `metarun doctor` say why; convert the document again once that is put right.',
    );
  }
}
