/** A converted document. */
export interface Converted {
  /** Format of the content, such as `docx`, whatever the name. */
  format: string;
  /** Markdown in NFC that ends with one newline; the same bytes, name and options give the same text. */
  markdown: string;
  /** Files inside the document that are linked to, each with a safe name that is unique in the document. */
  media: ConvertedMedia[];
  /** Messages about content that was left out or may be wrong, in plain words. */
  warnings: string[];
}

export interface ConvertedMedia {
  name: string;
  bytes: Uint8Array;
}

export interface ConvertOptions {
  /** Prefix of links to media: `report.docx.media/`. */
  mediaPath: string;
  /** True for the second attempt, after the first engine has crashed or timed out. */
  fallback: boolean;
  /** Charset of a text, if the user has specified it. */
  charset?: string | undefined;
  /** Recognises the text of PDF pages that are pictures; without it, such pages have no text. */
  recognise?: Recognise | undefined;
  progress?: Progress | undefined;
}

/** Unit in which a reader reports progress: pages, table rows, or documents inside a document. */
export type ProgressUnit = 'pages' | 'rows' | 'parts';

/**
 * Receives the progress of a conversion, as often as the reader reports it. `total`: null if it is not known in
 * advance.
 */
export type Progress = (done: number, total: number | null, unit: ProgressUnit) => void;

/** Returns the text of a page given as a PNG picture, or the reason for a failure, worded to end a sentence. */
export type Recognise = (picture: Uint8Array) => Promise<{ text: string } | { failure: string }>;

/** A document that cannot be converted. The message gives the user who uploaded it the reason. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';

  constructor(
    /**
     * `unsupported`: the format is not converted; `unreadable`: damaged, encrypted, a scan without text, or too large.
     */
    readonly code: 'unsupported' | 'unreadable',
    message: string,
  ) {
    super(message);
  }
}
