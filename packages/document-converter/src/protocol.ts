/**
 * Messages between the server and a converter process, over one stream in each direction: lines of JSON, each followed by as
 * many raw bytes as its `bytes` says. One document at a time.
 */

/** From the server; the document follows. */
export interface ConvertFrame {
  type: 'convert';
  id: number;
  name: string;
  bytes: number;
  /** What links to media begin with. */
  media_path: string;
  /** Whether this is the second attempt. */
  fallback: boolean;
}

/** Once, when the process has loaded all that it needs. */
export interface ReadyFrame {
  type: 'ready';
  version: string;
  formats: readonly string[];
}

/** A file that was inside the document; its content follows. Any number of them, all before {@link ConvertedFrame}. */
export interface MediaFrame {
  type: 'media';
  id: number;
  name: string;
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

/** The end of a document that gives no Markdown: why, in words for whoever has uploaded it. */
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

export type AnswerFrame = MediaFrame | ConvertedFrame | RefusedFrame | FailedFrame;
