import type { Readable } from 'node:stream';

/** A document to convert. */
export interface Document {
  /** As the user named it; its ending helps where the content does not tell. */
  name: string;
  /** Bytes. */
  size: number;
  /**
   * The project it belongs to: no process converts documents of two, and projects take turns. Documents without one count as
   * of one project more.
   */
  projectId?: string;
  /** Its content from the start; may be called again for a second attempt. */
  open(): Promise<Readable>;
}

/** An image or another file that was inside a document. */
export interface DocumentMedia {
  /** A single safe name, unique in its document, such as `image1.png`. The Markdown links to it by {@link ConversionOptions.mediaPath}. */
  name: string;
  content: Buffer;
}

/** What a document has become. */
export interface Conversion {
  /** UTF-8, NFC, ends with one newline; the same bytes and name give the same text. */
  markdown: string;
  /** Such as `docx`. */
  format: string;
  /** What was left out or may be wrong, in plain words. */
  warnings: string[];
}

export interface ConversionOptions {
  /** What links to media begin with, relative to the Markdown file: `report.docx.media/`. */
  mediaPath: string;
  /** Takes each media file in turn, before the conversion resolves. What it throws ends the conversion and is thrown on. */
  onMedia(media: DocumentMedia): Promise<void>;
}

/** Turns documents into Markdown, in processes that no document can hurt the server from. */
export abstract class DocumentConverter {
  /** Changes whenever a document may give other Markdown than before. */
  abstract readonly version: string;

  /** Formats it converts, as lower-case name endings without the dot: `docx`. Markdown is not one of them. */
  abstract readonly formats: readonly string[];

  /**
   * Throws MetarunError `unsupported_document` for a format it does not know, `unreadable_document` with the reason (damaged,
   * encrypted, a scan without text, too large, took too long), `unavailable` where no process can be had now.
   */
  abstract convert(document: Document, options: ConversionOptions): Promise<Conversion>;
}
