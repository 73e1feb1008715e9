/**
 * Types for workflow scripts: `import type { Reporter, Workflow } from 'metarun/workflow'`. There is nothing
 * to import at run time; metarun strips types.
 */

/** A value that JSON holds unchanged. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** The task that runs. */
export interface Task {
  readonly id: string;
  readonly name: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** The project's id. */
  readonly project: string;
  /** The meta-task's identifier. */
  readonly task_type: string;
  /** The meta-task's version. */
  readonly version: number;
}

/** A file or directory of a workspace. */
export interface FileEntry {
  /** Absolute, with "/". */
  path: string;
  name: string;
  type: 'file' | 'directory';
  /** In bytes; 0 for a directory. */
  size: number;
  mime_type: string | null;
  etag: string | null;
  /** ISO 8601, in UTC. */
  created_at: string;
  updated_at: string;
  /** Name of the document that it was converted from, or was inside. */
  converted_from: string | null;
  /** How far the document of a knowledge base is; null for any other file. */
  conversion: {
    status: 'converting' | 'converted' | 'failed';
    error: string | null;
    warnings: string[];
  } | null;
}

export interface FileOptions {
  /** A workspace's id; without it the workspace that the meta-task is bound to. */
  ws?: string | null;
}

/** A heading of a Markdown file. Lines count from 1. */
export interface FileHeading {
  /** 1 to 6. */
  level: number;
  title: string;
  /** Names the heading within its file. */
  anchor: string;
  /** Titles of the headings above it, and its own. */
  path: string[];
  first_line: number;
  last_line: number;
}

/** A part of a text file that was found: what stands below a heading, or some lines. Lines count from 1. */
export interface FileSearchResult {
  path: string;
  name: string;
  mime_type: string;
  etag: string;
  /** ISO 8601, in UTC. */
  updated_at: string;
  /** Titles of the headings that it stands below. */
  heading: string[];
  /** Of the last of them. */
  anchor: string | null;
  /** Where the snippet has its first match. */
  line: number;
  first_line: number;
  last_line: number;
  snippet: string;
  /** Begin and end of the matches in the snippet, counted in Unicode characters. */
  highlights: [number, number][];
  /** More is better; only results of one search compare. */
  score: number;
}

/** Files of the project. Every method rejects with a {@link MetarunError}, such as `not_found`. */
export interface Files {
  /** The file's text, or its bytes where it is not UTF-8. */
  read(path: string, options?: FileOptions): Promise<string | Uint8Array<ArrayBuffer>>;
  /** The file's content as it is stored, text too. */
  readBytes(path: string, options?: FileOptions): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Lines of a text file of any size, from 1, both included; to the end without `last`. Rejects with
   * `range_not_satisfiable` where the file ends before the first.
   */
  readLines(
    path: string,
    first?: number,
    last?: number | null,
    options?: FileOptions,
  ): Promise<string>;
  /** The part of a Markdown file below a heading, with it. `section` is the heading's anchor or title. */
  readSection(path: string, section: string, options?: FileOptions): Promise<string>;
  /** The headings of a Markdown file. */
  outline(path: string, options?: FileOptions): Promise<FileHeading[]>;
  /** The entries below `path`, "/" where it is left out, whose paths match: `**\/*.md`. Sorted by path. */
  glob(pattern: string, options?: FileOptions & { path?: string }): Promise<FileEntry[]>;
  /**
   * Parts of text files that have all of the words, "phrases" and begin*, and none that is -left -out. Best first;
   * `path` is a directory or a file, `limit` 20 where it is left out and 100 at most.
   */
  search(
    query: string,
    options?: FileOptions & { path?: string | null; limit?: number },
  ): Promise<FileSearchResult[]>;
  /** Makes or replaces the file, and its directories. */
  write(
    path: string,
    content: string | ArrayBuffer | ArrayBufferView,
    options?: FileOptions,
  ): Promise<FileEntry>;
  /** The entries of a directory, "/" without a path; `recursive` with all that is below it. */
  list(path?: string, options?: FileOptions & { recursive?: boolean }): Promise<FileEntry[]>;
  /** Deletes a file, or a directory with all that is in it. */
  delete(path: string, options?: FileOptions): Promise<null>;
  exists(path: string, options?: FileOptions): Promise<boolean>;
}

/** Secrets of the project, which its administrators store. */
export interface Secrets {
  /**
   * The secret's value. It is redacted from what the run logs or tells from here on. Rejects with a
   * {@link MetarunError}, with code `not_found` where the project has no such secret.
   */
  get(name: string): Promise<string>;
}

export interface HttpOptions {
  headers?: HeadersInit;
  /** Added to the URL's query: lists repeat their name; null and undefined are left out. */
  query?: URLSearchParams | [string, string][] | { [name: string]: unknown };
  /** Sent as JSON. */
  json?: unknown;
  body?:
    string | ArrayBuffer | ArrayBufferView<ArrayBuffer> | URLSearchParams | Blob | FormData | null;
  /** For all of it, by default 30000; null for as long as the run lasts. */
  timeoutMs?: number | null;
  /** By default `follow`. */
  redirect?: 'follow' | 'manual' | 'error';
}

/** HTTP by the network policy of the meta-task. */
export interface Http {
  /**
   * Asks `url` and gives the answer, whatever its status. Rejects with a {@link MetarunError} where there is none,
   * with code `network_denied` or `network_error`.
   */
  request(method: string, url: string | URL, options?: HttpOptions): Promise<Response>;
}

/** How a step is tried again. */
export interface StepOptions {
  /** How often its function is called at most; by default 1. */
  attempts?: number;
  /** Seconds before the second call; by default 1. */
  delay?: number;
  /** How many times as long each later pause is; by default 2. */
  factor?: number;
  /** The longest pause, in seconds; by default 60. */
  maxDelay?: number;
}

/** What a person is asked. */
export interface ApprovalOptions {
  /** JSON: what they are to approve. */
  proposal?: unknown;
  /** A JSON Schema that the `payload` of their answer has to match; without one it has none. */
  form?: object | boolean | null;
  /** Seconds until it is too late; by default it waits for as long as it takes. */
  expiresIn?: number | null;
}

/** What a person has approved. */
export interface Approval<Payload = Json> {
  decision: 'approve';
  comment: string | null;
  /** Null without a form. */
  payload: Payload;
  /** Name of the user, of the API key or of the link; `auto_approve` where nobody had to be asked. */
  decided_by: string;
}

/** A child task: the identifier of a meta-task, its params, and a name for it. */
export type ChildTask =
  | readonly [identifier: string]
  | readonly [identifier: string, params: object]
  | readonly [identifier: string, params: object, name: string];

/** How a child task ended. */
export type TaskOutcome<Result = Json> =
  | { status: 'success'; task_id: string; result: Result }
  | { status: 'failed'; task_id: string; error_code: string; error_message: string };

/** How a script tells what it does, and reaches what the service offers. */
export interface Reporter {
  readonly task: Task;
  /** Aborts when the run is asked to stop; its `reason` is an error named `TaskCancelled`. */
  readonly signal: AbortSignal;
  readonly files: Files;
  readonly http: Http;
  readonly secrets: Secrets;
  /**
   * Calls `fn` once and records its result, as JSON; whenever the script is run anew, gives the record. When `fn` has
   * thrown for the last time it rejects with a {@link StepError}, also on every replay.
   */
  step<T>(name: string, fn: () => T | Promise<T>, options?: StepOptions): Promise<T>;
  /** Waits for so many seconds. Beyond one the task waits without a process: the script is run anew then. */
  sleep(seconds: number): Promise<void>;
  /**
   * Asks a person, and gives their approval. Rejects with an {@link ApprovalRejected}, or an {@link ApprovalExpired}
   * after `expiresIn`. The task waits without a process: the script is run anew then.
   */
  askApproval<Payload = Json>(
    prompt: string,
    options?: ApprovalOptions,
  ): Promise<Approval<Payload>>;
  /**
   * Runs a meta-task of the project as a child of this task, and gives its result. Rejects with a {@link TaskFailed}
   * where it has not succeeded, with a {@link MetarunError} where it cannot be accepted; also on every replay.
   */
  runTask<Result = Json>(
    identifier: string,
    params?: object,
    options?: { name?: string },
  ): Promise<Result>;
  /**
   * Runs many children at once, waits for all of them, and gives their results in the same order, or rejects with the
   * {@link TaskFailed} of the first that has not succeeded. With `settled` it gives how each ended.
   */
  runTasks<Result = Json>(
    tasks: readonly ChildTask[],
    options: { settled: true },
  ): Promise<TaskOutcome<Result>[]>;
  runTasks<Result = Json>(
    tasks: readonly ChildTask[],
    options?: { settled?: false },
  ): Promise<Result[]>;
  /**
   * Waits until somebody sends the task an event of this name, and gives its payload. Each event is given to one wait,
   * in the order in which they came; also those that came before. Rejects with code `event_timeout` after `timeout`
   * seconds.
   */
  waitForEvent<Payload = Json>(
    name: string,
    options?: { timeout?: number | null },
  ): Promise<Payload>;
  /** Sets the task's current phase; 500 characters are kept. */
  setPhase(text: string): void;
  /** Sets the progress in percent, 0 to 100. It is rounded down and never falls. */
  setProgress(value: number): void;
  /** Adds to the task's log, by default as `info`. What is no text is shown as `console.log` shows it. */
  log(text: unknown, level?: LogLevel): void;
}

/** A script's `run`: what it returns is the task's result, as JSON. */
export type Workflow<Params = Record<string, Json>, Result = unknown> = (
  params: Params,
  reporter: Reporter,
) => Result | Promise<Result>;

/** What a refused call of the reporter rejects with. There is no class of it to import: look at `code`. */
export interface MetarunError extends Error {
  readonly name: 'MetarunError';
  /** Stable, such as `not_found`. */
  readonly code: string;
}

/** What a child task that has not succeeded rejects with. There is no class of it to import: look at `name`. */
export interface TaskFailed extends Error {
  readonly name: 'TaskFailed';
  readonly code: 'child_failed';
  /** Its name, or its identifier. */
  readonly task: string;
  readonly task_id: string;
  /** How it failed, such as `script_error`. */
  readonly error_code: string;
}

/** What a failed step rejects with. There is no class of it to import: look at `name`. */
export interface StepError extends Error {
  readonly name: 'StepError';
  readonly code: 'step_failed';
  /** The step's name. */
  readonly step: string;
  /** Name of the error that its function threw. */
  readonly type: string;
}

/** What a rejected approval rejects with. There is no class of it to import: look at `name`. */
export interface ApprovalRejected extends Error {
  readonly name: 'ApprovalRejected';
  readonly code: 'approval_rejected';
  readonly comment: string | null;
  readonly decided_by: string | null;
}

/** What an approval rejects with that nobody has decided in time. There is no class of it to import: look at `name`. */
export interface ApprovalExpired extends Error {
  readonly name: 'ApprovalExpired';
  readonly code: 'approval_expired';
}
