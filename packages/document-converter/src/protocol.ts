/**
 * Messages between the server and a converter process, over one stream in each direction: lines of JSON, each followed
 * by as many raw bytes as its `bytes` says. One document at a time.
 */

/** Sent by the server and followed by the document. */
export interface ConvertFrame {
  type: 'convert';
  id: number;
  name: string;
  bytes: number;
  /** Prefix of links to media. */
  media_path: string;
  /** True for the second attempt. */
  fallback: boolean;
  /** Charset that the user has specified. */
  charset?: string | undefined;
  /** True if the host answers {@link PageFrame}. */
  recognise?: boolean | undefined;
}

/** Sent by the server in answer to {@link PageFrame} and followed by the text of the page. */
export interface RecognisedFrame {
  type: 'recognised';
  id: number;
  bytes: number;
  /** Reason for missing text, worded to end a sentence. */
  failure?: string | undefined;
}

export type HostFrame = ConvertFrame | RecognisedFrame;

/** Sent once, when the process has loaded everything that it needs. */
export interface ReadyFrame {
  type: 'ready';
  version: string;
  formats: readonly string[];
}

/** A file inside the document, followed by its content. Any number of these precede {@link ConvertedFrame}. */
export interface MediaFrame {
  type: 'media';
  id: number;
  name: string;
  bytes: number;
}

/** Progress of the document, sent a few times a second at most. */
export interface ProgressFrame {
  type: 'progress';
  id: number;
  done: number;
  /** Null if the total is not known. */
  total: number | null;
  unit: 'pages' | 'rows' | 'parts';
}

/** A page that is a picture, followed by a PNG. The host answers before anything else is sent. */
export interface PageFrame {
  type: 'page';
  id: number;
  bytes: number;
}

/** The result of a document, followed by its Markdown. */
export interface ConvertedFrame {
  type: 'converted';
  id: number;
  format: string;
  warnings: readonly string[];
  bytes: number;
}

/** The result of a document that cannot be converted: the reason, worded for the user who uploaded it. */
export interface RefusedFrame {
  type: 'refused';
  id: number;
  code: 'unsupported' | 'unreadable';
  message: string;
}

/** The result of a document that caused its converter to fail. */
export interface FailedFrame {
  type: 'failed';
  id: number;
  reason: 'memory' | 'depth' | 'error';
}

export type AnswerFrame =
  MediaFrame | PageFrame | ProgressFrame | ConvertedFrame | RefusedFrame | FailedFrame;
