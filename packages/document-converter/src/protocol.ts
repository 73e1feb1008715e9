/**
 * Messages between the server and a converter process, over one stream in each direction: lines of JSON, each followed by the
 * number of raw bytes that its `bytes` gives. One document at a time.
 */

/** From the server; the document follows. */
export interface ConvertFrame {
  type: 'convert';
  id: number;
  name: string;
  bytes: number;
  /** Prefix of links to media. */
  media_path: string;
  /** True for the second attempt. */
  fallback: boolean;
  /** The charset that the user has named. */
  charset?: string | undefined;
  /** True if the host answers {@link PageFrame}. */
  recognise?: boolean | undefined;
}

/** From the server, in answer to {@link PageFrame}; the text of the page follows. */
export interface RecognisedFrame {
  type: 'recognised';
  id: number;
  bytes: number;
  /** Why there is no text, in words that end a sentence. */
  failure?: string | undefined;
}

export type HostFrame = ConvertFrame | RecognisedFrame;

/** Sent once, when the process has loaded all that it needs. */
export interface ReadyFrame {
  type: 'ready';
  version: string;
  formats: readonly string[];
}

/** A file inside the document; its content follows. Any number of them, all before {@link ConvertedFrame}. */
export interface MediaFrame {
  type: 'media';
  id: number;
  name: string;
  bytes: number;
}

/** The share of the document that is done: some times a second at most. */
export interface ProgressFrame {
  type: 'progress';
  id: number;
  done: number;
  /** Null where it is not known. */
  total: number | null;
  unit: 'pages' | 'rows' | 'parts';
}

/** A page that is a picture; it follows as PNG. The host answers before anything else is sent. */
export interface PageFrame {
  type: 'page';
  id: number;
  bytes: number;
}

/** The end of a document; its Markdown follows. */
export interface ConvertedFrame {
  type: 'converted';
  id: number;
  format: string;
  warnings: readonly string[];
  bytes: number;
}

/** The end of a document without Markdown: the reason, in words for the user who has uploaded it. */
export interface RefusedFrame {
  type: 'refused';
  id: number;
  code: 'unsupported' | 'unreadable';
  message: string;
}

/** The end of a document that made its converter fail. */
export interface FailedFrame {
  type: 'failed';
  id: number;
  reason: 'memory' | 'depth' | 'error';
}

export type AnswerFrame =
  MediaFrame | PageFrame | ProgressFrame | ConvertedFrame | RefusedFrame | FailedFrame;
