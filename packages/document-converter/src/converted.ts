/** A converted document. */
export interface Converted {
  /** Such as `docx`: the format of the content, whatever the name. */
  format: string;
  /** NFC, ends with one newline; the same bytes, name and options give the same text. */
  markdown: string;
  /** Files inside the document that are linked to, each with a safe name that is unique in the document. */
  media: ConvertedMedia[];
  /** Messages about what was left out or may be wrong, in plain words. */
  warnings: string[];
}

export interface ConvertedMedia {
  name: string;
  bytes: Uint8Array;
}

export interface ConvertOptions {
  /** Prefix of links to media: `report.docx.media/`. */
  mediaPath: string;
  /** True in a second attempt, after the first engine has crashed or taken too long. */
  fallback: boolean;
  /** The charset of a text, where the user has named it. */
  charset?: string | undefined;
  /** Reads pages of PDF that are pictures; without it they have no text. */
  recognise?: Recognise | undefined;
  progress?: Progress | undefined;
}

/** The unit that a reader counts in: pages, rows of tables, or the documents in a document. */
export type ProgressUnit = 'pages' | 'rows' | 'parts';

/** Receives how much of a document is done, as often as a reader likes. `total`: null where it is not known beforehand. */
export type Progress = (done: number, total: number | null, unit: ProgressUnit) => void;

/** Returns the text of a picture of a page, as PNG; or why there is none, in words that end a sentence. */
export type Recognise = (picture: Uint8Array) => Promise<{ text: string } | { failure: string }>;

/** A document that cannot be converted. The message gives the reason in words for the user who has uploaded it. */
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
