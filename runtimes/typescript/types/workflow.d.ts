/**
 * Types for workflow scripts: `import type { Reporter, Workflow } from 'metarun/workflow'`. At run time the module has two
 * classes of errors, which are globals too: `NonRetryable` and `RetryAfter`.
 */

declare global {
  /** As in Node; the other globals of an isolate are those of the web, which the `lib` "DOM" has. */
  function setImmediate<Args extends unknown[]>(
    callback: (...args: Args) => void,
    ...args: Args
  ): unknown;
  function clearImmediate(id: unknown): void;
}

/** A value that JSON holds unchanged. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** The running task. */
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
  /** Name of the document that it was converted from, or that contained it. */
  converted_from: string | null;
  /** State of the conversion, for the document of a knowledge base; null for any other file. */
  conversion: {
    status: 'converting' | 'converted' | 'failed';
    error: string | null;
    warnings: string[];
  } | null;
}

export interface FileOptions {
  /** A workspace's id; by default the workspace that the meta-task is bound to. */
  ws?: string | null;
}

/** A page, slide or sheet of the document that a file was converted from. */
export interface FilePlace {
  kind: 'page' | 'slide' | 'sheet';
  /** Counted from 1. */
  number: number;
}

/** A heading of a Markdown file. Lines count from 1. */
export interface FileHeading {
  /** 1 to 6. */
  level: number;
  title: string;
  /** Identifies the heading within its file. */
  anchor: string;
  /** The place of the heading above it in the outline, counted from 0; null where there is none. */
  parent: number | null;
  first_line: number;
  last_line: number;
  /** Where it stands in the document that the file was converted from; null where that is not known. */
  place: FilePlace | null;
}

/** A part of a text file that was found: the text below a heading, or some lines. Lines count from 1. */
export interface FileSearchResult {
  path: string;
  name: string;
  mime_type: string;
  etag: string;
  /** ISO 8601, in UTC. */
  updated_at: string;
  /** Titles of the headings above it. */
  heading: string[];
  /** Anchor of the last of them. */
  anchor: string | null;
  /** The line of the snippet's first match. */
  line: number;
  first_line: number;
  last_line: number;
  /** Where `line` stands in the document that the file was converted from; null where that is not known. */
  place: FilePlace | null;
  snippet: string;
  /** Begin and end of the matches in the snippet, counted in Unicode characters. */
  highlights: [number, number][];
  /** The section has all of the words as they were asked for; all of them, but some in other forms; or some of them. Or it means the same. */
  match: 'exact' | 'forms' | 'some' | 'meaning';
  /** The words of the query that say something. `by` and `form` are null where the section has no form of the word. */
  words: { word: string; by: 'word' | 'form' | 'part' | 'spelling' | null; form: string | null }[];
  /** Higher is better; only results of one search with the same `match` can be compared. */
  score: number;
}

/** Files of the project. Every method rejects with a {@link MetarunError}, such as `not_found`. */
export interface Files {
  /** Returns the file's text, or its bytes if it is not UTF-8. */
  read(path: string, options?: FileOptions): Promise<string | Uint8Array<ArrayBuffer>>;
  /** Returns the file's content as stored, also for text. */
  readBytes(path: string, options?: FileOptions): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Returns lines of a text file of any size, counted from 1, both included; to the end without `last`. Rejects with
   * `range_not_satisfiable` if the file ends before the first.
   */
  readLines(
    path: string,
    first?: number,
    last?: number | null,
    options?: FileOptions,
  ): Promise<string>;
  /** Returns the part of a Markdown file below a heading, with the heading. `section` is its anchor or title. */
  readSection(path: string, section: string, options?: FileOptions): Promise<string>;
  /** Returns the headings of a Markdown file. Rejects with `too_large` if it has more than 10,000. */
  outline(path: string, options?: FileOptions): Promise<FileHeading[]>;
  /** Returns the entries below `path`, by default "/", whose paths match, such as `**\/*.md`, sorted by path. */
  glob(pattern: string, options?: FileOptions & { path?: string }): Promise<FileEntry[]>;
  /**
   * Returns parts of text files that contain all of the words, "phrases" and begin*, and none that is -left -out, best match
   * first. `path` is a directory or a file; `limit` is 20 by default and at most 100.
   */
  search(
    query: string,
    options?: FileOptions & { path?: string | null; limit?: number },
  ): Promise<FileSearchResult[]>;
  /** Creates or replaces the file, and creates its directories. */
  write(
    path: string,
    content: string | ArrayBuffer | ArrayBufferView,
    options?: FileOptions,
  ): Promise<FileEntry>;
  /** Returns the entries of a directory, by default "/"; with `recursive` all that are below it. */
  list(path?: string, options?: FileOptions & { recursive?: boolean }): Promise<FileEntry[]>;
  /** Deletes a file, or a directory with all its contents. */
  delete(path: string, options?: FileOptions): Promise<null>;
  exists(path: string, options?: FileOptions): Promise<boolean>;
}

/** Secrets of the project, stored by its administrators. */
export interface Secrets {
  /**
   * Returns the secret's value. From here on it is redacted from the run's log and results. Rejects with a {@link MetarunError}
   * with code `not_found` if the project has no such secret.
   */
  get(name: string): Promise<string>;
}

/** Messages of the role `system` come first. */
export type ModelMessage = { role: 'system' | 'user' | 'assistant'; content: string };

export interface GenerateOptions {
  /** `provider/name`; without it the default of the installation. */
  model?: string | null;
  /** A JSON Schema that `object` will match. */
  schema?: { [key: string]: Json } | null;
  /** The most tokens of the answer; 8,192 by default, and never more than the model allows. */
  maxTokens?: number | null;
  /** The name of the step; `generate` by default. */
  name?: string;
}

export interface Generated<T = Json> {
  text: string;
  /** The answer by the schema; null without one. */
  object: T;
  /** `length`: the text was cut off at `maxTokens`. */
  finish: 'stop' | 'tool_calls' | 'length' | 'other';
  model: string;
  /** `input_tokens`, `cached_tokens`, `output_tokens`, `reasoning_tokens`; `cost_usd` is null without prices. */
  usage: { [name: string]: number | null };
}

/** Language models of the project's providers and of the installation's. */
export interface Ai {
  /**
   * Asks a model once and records its answer; when the script runs again, returns the record. Rejects with a
   * {@link MetarunError} with code `model_error`, `model_refused`, `too_long`, `budget_exceeded`, `unknown_model` or
   * `not_available`.
   */
  generate<T = Json>(
    prompt: string | readonly ModelMessage[],
    options?: GenerateOptions,
  ): Promise<Generated<T>>;
  /** Returns the embeddings of 1 to 100 texts, in their order; recorded as `generate` is. */
  embed(texts: readonly string[], options: { model: string; name?: string }): Promise<number[][]>;
}

/** The result of a tool of an MCP server. */
export interface McpResult<T = Json> {
  /** The parts of the result, each with a `type` such as "text". */
  content: { type: string; [name: string]: Json }[];
  /** The result as JSON; null where the tool gives none. */
  structured: T;
  /** The tool itself says that it has failed. */
  is_error: boolean;
  /** The file that has all of a large result; null where `content` has. */
  path: string | null;
}

export interface McpTool {
  name: string;
  title: string | null;
  /** As the server says it. */
  description: string | null;
  input_schema: { [name: string]: Json };
  output_schema: { [name: string]: Json } | null;
  annotations: { [name: string]: Json };
}

/** The MCP servers of the project, where `allow_mcp` of the meta-task is true. */
export interface Mcp {
  /**
   * Calls a tool once and records its result; when the script runs again, returns the record. `timeout` is in seconds; without it
   * that of the server holds. Rejects with a {@link McpOutcomeUnknown} if it is not known whether the call took effect, else with a
   * {@link MetarunError} with code `mcp_unavailable`, `mcp_timeout`, `mcp_error`, `mcp_denied`, `mcp_tool_changed`, `not_found`
   * or `not_available`.
   */
  call<T = Json>(
    server: string,
    tool: string,
    args?: object,
    options?: { timeout?: number | null },
  ): Promise<McpResult<T>>;
  /** Returns the tools of a server that may be called; recorded as `call` is. */
  tools(server: string): Promise<McpTool[]>;
}

export type MemoryScope = 'project' | 'task_type' | 'agent' | 'subject';
export type MemoryKind = 'fact' | 'preference' | 'procedure' | 'pitfall';

export interface MemoryFound {
  id: string;
  /** Empty if it has been purged since. */
  text: string;
  kind: MemoryKind;
  scope: MemoryScope;
  /** `low` where the text may come from the network or from an uploaded file. */
  trust: 'high' | 'low';
  origin: 'extraction' | 'script' | 'person' | 'agent';
  /** ISO 8601, in UTC. */
  created_at: string;
}

export interface MemoryKept {
  id: string;
  /** `pending`: no task is given it before a person has accepted it. */
  status: 'active' | 'pending' | 'superseded';
  /** False if it was known. */
  created: boolean;
}

/** The memories of the project, as far as the field `memory` of the meta-task allows. */
export interface Memory {
  /**
   * Returns memories that have any of the words, best first; when the script runs again, those of the first time. Without
   * `scope` all that the meta-task may read. `limit` is 5 by default and at most 50.
   */
  search(
    query: string,
    options?: { scope?: MemoryScope | null; limit?: number },
  ): Promise<MemoryFound[]>;
  /**
   * Keeps a text of 1 to 500 characters for later tasks, once; by default as a fact of the meta-task. `expiresIn` is in seconds.
   * Rejects with a {@link MetarunError} with code `invalid_memory` or `memory_limit`.
   */
  remember(
    text: string,
    options?: { kind?: MemoryKind; scope?: MemoryScope; expiresIn?: number | null },
  ): Promise<MemoryKept>;
  /** Revokes a memory of the project, the meta-task, its agent or its subject: no later task is given it. */
  forget(id: string): Promise<null>;
}

export interface HttpOptions {
  headers?: HeadersInit;
  /** Added to the URL's query: lists repeat their name; null and undefined are omitted. */
  query?: URLSearchParams | [string, string][] | { [name: string]: unknown };
  /** Sent as JSON. */
  json?: unknown;
  body?:
    string | ArrayBuffer | ArrayBufferView<ArrayBuffer> | URLSearchParams | Blob | FormData | null;
  /** Time limit of the whole exchange, by default 30000; null for no limit of its own. */
  timeoutMs?: number | null;
  /** By default `follow`. */
  redirect?: 'follow' | 'manual' | 'error';
}

/** HTTP under the network policy of the meta-task. */
export interface Http {
  /**
   * Sends a request to `url` and returns the response, whatever its status. Rejects with a {@link MetarunError} if there is no
   * response, with code `network_denied` or `network_error`.
   */
  request(method: string, url: string | URL, options?: HttpOptions): Promise<Response>;
}

/** Throw it, or an error that extends it, to fail without a further attempt. In a step, no further call of its function follows either. */
export declare class NonRetryable extends Error {}

/**
 * Throw it, or an error that extends it, to fail with a pause of so many seconds before the next attempt, instead of that of
 * the meta-task; in a step, before the next call of its function. Whether there is one is decided as for any other error.
 */
export declare class RetryAfter extends Error {
  /** `seconds`: 0 to 604800, a week. */
  constructor(seconds: number, message?: string, options?: ErrorOptions);
  readonly seconds: number;
}

type NonRetryableClass = typeof NonRetryable;
type RetryAfterClass = typeof RetryAfter;
declare global {
  var NonRetryable: NonRetryableClass;
  var RetryAfter: RetryAfterClass;
}

/** The retries of a failed step. */
export interface StepOptions {
  /** The most calls of its function; by default 1. */
  attempts?: number;
  /** Seconds before the second call; by default 1. */
  delay?: number;
  /** Factor by which each later pause is longer; by default 2. */
  factor?: number;
  /** The longest pause, in seconds; by default 60. */
  maxDelay?: number;
  /**
   * The longest time of one call, in seconds; by default it has no limit of its own. A call that takes longer fails with the
   * code `step_timeout`. The signal that `fn` gets aborts then.
   */
  timeout?: number | null;
}

/** Options of a question to a person. */
export interface ApprovalOptions {
  /** The content that they are to approve, as JSON. */
  proposal?: unknown;
  /** A JSON Schema that the `payload` of their answer has to match; without a form there is no payload. */
  form?: object | boolean | null;
  /** Seconds until the question expires; by default it never does. */
  expiresIn?: number | null;
  /** Called once before the wait, as a step: to send people a link, for example. */
  notify?: ((approval: PendingApproval) => unknown) | null;
}

/** An approval that waits, before the script does. */
export interface PendingApproval {
  readonly id: string;
  /** ISO 8601; null if it never expires. */
  readonly expires_at: string | null;
  /** Returns the URL of a page where the person `name` can decide, once. */
  link(name: string): Promise<string>;
}

/** An approval by a person. */
export interface Approval<Payload = Json> {
  decision: 'approve';
  comment: string | null;
  /** Null without a form. */
  payload: Payload;
  /** Name of the user, of the API key or of the link; `auto_approve` if no person had to be asked. */
  decided_by: string;
}

/** A child task: the identifier of a meta-task, its params, and a name for it. */
export type ChildTask =
  | readonly [identifier: string]
  | readonly [identifier: string, params: object]
  | readonly [identifier: string, params: object, name: string];

/** The outcome of a child task. */
export type TaskOutcome<Result = Json> =
  | { status: 'success'; task_id: string; result: Result }
  | { status: 'failed'; task_id: string; error_code: string; error_message: string };

/** Reports the progress of a script, and gives it the features of the service. */
export interface Reporter {
  readonly task: Task;
  /** Aborts when the run is asked to stop; its `reason` is an error named `TaskCancelled`. */
  readonly signal: AbortSignal;
  readonly files: Files;
  readonly http: Http;
  readonly secrets: Secrets;
  readonly ai: Ai;
  readonly mcp: Mcp;
  readonly memory: Memory;
  /**
   * Calls `fn` once and records its result as JSON; when the script runs again, returns the record. Rejects with a
   * {@link StepError} after the last failed call of `fn`, also on every replay.
   */
  step<T>(
    name: string,
    fn: (signal: AbortSignal) => T | Promise<T>,
    options: StepOptions & { timeout: number },
  ): Promise<T>;
  step<T>(name: string, fn: () => T | Promise<T>, options?: StepOptions): Promise<T>;
  /** Waits this many seconds. Beyond one second the task waits without a process, and then the script runs again. */
  sleep(seconds: number): Promise<void>;
  /**
   * Asks a person and returns their approval. Rejects with an {@link ApprovalRejected}, or an {@link ApprovalExpired} after
   * `expiresIn`. The task waits without a process, and then the script runs again.
   */
  askApproval<Payload = Json>(
    prompt: string,
    options?: ApprovalOptions,
  ): Promise<Approval<Payload>>;
  /**
   * Runs a meta-task of the project as a child of this task, and returns its result. Rejects with a {@link TaskFailed} if it does
   * not succeed, with a {@link MetarunError} if it cannot be accepted; also on every replay.
   */
  runTask<Result = Json>(
    identifier: string,
    params?: object,
    options?: { name?: string },
  ): Promise<Result>;
  /**
   * Runs many children at once, waits for all of them, and returns their results in the same order, or rejects with the
   * {@link TaskFailed} of the first that did not succeed. With `settled` it returns the outcome of each.
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
   * Waits for an event of this name that is sent to the task, and returns its payload. Each event is delivered to one wait, in
   * order of arrival, also events that came before. Rejects with code `event_timeout` after `timeout` seconds.
   */
  waitForEvent<Payload = Json>(
    name: string,
    options?: { timeout?: number | null },
  ): Promise<Payload>;
  /** Sets the task's current phase, at most 500 characters. */
  setPhase(text: string): void;
  /** Sets the progress in percent, 0 to 100. It is rounded down and never decreases. */
  setProgress(value: number): void;
  /** Adds to the task's log, by default as `info`. Other values than text are shown as by `console.log`. */
  log(text: unknown, level?: LogLevel): void;
  /** Shows text, up to 65,536 characters at once, to those who watch the task. It is kept until an hour after the task's end. */
  output(text: string): Promise<void>;
}

/** A script's `run`: what it returns is the task's result, as JSON. */
export type Workflow<Params = Record<string, Json>, Result = unknown> = (
  params: Params,
  reporter: Reporter,
) => Result | Promise<Result>;

/** The error of a refused call of the reporter. It has no class to import: check `code`. */
export interface MetarunError extends Error {
  readonly name: 'MetarunError';
  /** Stable, such as `not_found`. */
  readonly code: string;
}

/** It is not known whether a call of a tool of an MCP server took effect. It has no class to import: check `name`. */
export interface McpOutcomeUnknown extends Error {
  readonly name: 'McpOutcomeUnknown';
  readonly code: 'mcp_outcome_unknown';
}

/** The error of a child task that did not succeed. It has no class to import: check `name`. */
export interface TaskFailed extends Error {
  readonly name: 'TaskFailed';
  readonly code: 'child_failed';
  /** Its name, or its identifier. */
  readonly task: string;
  readonly task_id: string;
  /** The kind of failure, such as `script_error`. */
  readonly error_code: string;
}

/** The error of a failed step. It has no class to import: check `name`. */
export interface StepError extends Error {
  readonly name: 'StepError';
  /** `step_timeout` if the last call of its function passed the step's timeout. */
  readonly code: 'step_failed' | 'step_timeout';
  /** The step's name. */
  readonly step: string;
  /** Name of the error that its function threw; `step_timeout` if it passed its timeout. */
  readonly type: string;
}

/** The error of a rejected approval. It has no class to import: check `name`. */
export interface ApprovalRejected extends Error {
  readonly name: 'ApprovalRejected';
  readonly code: 'approval_rejected';
  readonly comment: string | null;
  readonly decided_by: string | null;
}

/** The error of an approval without a decision in time. It has no class to import: check `name`. */
export interface ApprovalExpired extends Error {
  readonly name: 'ApprovalExpired';
  readonly code: 'approval_expired';
}
