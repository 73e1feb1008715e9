/** What a document has become. */
export interface Converted {
  /** Such as `docx`: what the content is, whatever the name says. */
  format: string;
  /** NFC, ends with one newline; the same bytes, name and options give the same text. */
  markdown: string;
  /** What was inside the document and is linked to: a single safe name each, unique in the document. */
  media: ConvertedMedia[];
  /** What was left out or may be wrong, in plain words. */
  warnings: string[];
}

export interface ConvertedMedia {
  name: string;
  bytes: Uint8Array;
}

export interface ConvertOptions {
  /** What links to media begin with: `report.docx.media/`. */
  mediaPath: string;
  /** True in a second attempt, after the engine that comes first has crashed or taken too long. */
  fallback: boolean;
}

/** A document that gives no Markdown. The message says why, in words for whoever has uploaded it. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';

  constructor(
    /** `unsupported`: not a format that is converted; `unreadable`: damaged, encrypted, a scan without text, too large. */
    readonly code: 'unsupported' | 'unreadable',
    message: string,
  ) {
    super(message);
  }
}
