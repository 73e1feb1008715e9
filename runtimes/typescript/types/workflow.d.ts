/**
 * Types for workflow scripts: `import type { Reporter, Workflow } from 'metarun/workflow'`. At run time, the module
 * exports two error classes, which are also globals: `NonRetryable` and `RetryAfter`.
 */

declare global {
  /** Works as in Node. The other globals of an isolate are those of the web, which the `lib` "DOM" declares. */
  function setImmediate<Args extends unknown[]>(
    callback: (...args: Args) => void,
    ...args: Args
  ): unknown;
  function clearImmediate(id: unknown): void;
}

/** A value that JSON can represent unchanged. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** The running task. */
export interface Task {
  readonly id: string;
  readonly name: string;
  /** Number of the attempt; 1 for the first. */
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
  /** Absolute path with "/". */
  path: string;
  name: string;
  type: 'file' | 'directory';
  /** Size in bytes; 0 for a directory. */
  size: number;
  mime_type: string | null;
  etag: string | null;
  /** ISO 8601, in UTC. */
  created_at: string;
  updated_at: string;
  /** Name of the document from which it was converted or extracted. */
  converted_from: string | null;
  /** State of the conversion, for a document in a knowledge base; null for any other file. */
  conversion: {
    status: 'converting' | 'converted' | 'failed';
    error: string | null;
    warnings: string[];
  } | null;
}

export interface FileOptions {
  /** Id of a workspace; default: the workspace that the meta-task is bound to. */
  ws?: string | null;
}

/** A page, slide or sheet of the document from which a file was converted. */
export interface FilePlace {
  kind: 'page' | 'slide' | 'sheet';
  /** Number, counted from 1. */
  number: number;
}

/** A heading of a Markdown file. Lines count from 1. */
export interface FileHeading {
  /** Level, from 1 to 6. */
  level: number;
  title: string;
  /** Identifies the heading within its file. */
  anchor: string;
  /** Index of the parent heading in the outline, counted from 0, or null. */
  parent: number | null;
  first_line: number;
  last_line: number;
  /** Location in the document from which the file was converted; null if unknown. */
  place: FilePlace | null;
}

/** A matching part of a text file: the text below a heading, or some lines. Lines count from 1. */
export interface FileSearchResult {
  path: string;
  name: string;
  mime_type: string;
  etag: string;
  /** ISO 8601, in UTC. */
  updated_at: string;
  /** Titles of the headings above it. */
  heading: string[];
  /** Anchor of the last of these headings. */
  anchor: string | null;
  /** Line of the snippet's first match. */
  line: number;
  first_line: number;
  last_line: number;
  /** Location of `line` in the document from which the file was converted; null if unknown. */
  place: FilePlace | null;
  snippet: string;
  /** Start and end of each match in the snippet, counted in Unicode characters. */
  highlights: [number, number][];
  /**
   * How the section matches: it contains all words as given (`exact`), all words, some in other forms (`forms`), or
   * some of the words (`some`); or it has a similar meaning (`meaning`).
   */
  match: 'exact' | 'forms' | 'some' | 'meaning';
  /** The significant words of the query. `by` and `form` are null if the section contains no form of the word. */
  words: { word: string; by: 'word' | 'form' | 'part' | 'spelling' | null; form: string | null }[];
  /** Relevance: higher is better. Only results of one search with the same `match` can be compared. */
  score: number;
}

/** Files of the project. Every method rejects with a {@link MetarunError}, such as `not_found`. */
export interface Files {
  /** Returns the file's text, or its bytes if it is not UTF-8. */
  read(path: string, options?: FileOptions): Promise<string | Uint8Array<ArrayBuffer>>;
  /** Returns the file's content as stored, even if it is text. */
  readBytes(path: string, options?: FileOptions): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Returns lines `first` to `last` of a text file of any size, counted from 1, both included; without `last`, to the
   * end. Rejects with `range_not_satisfiable` if the file ends before `first`.
   */
  readLines(
    path: string,
    first?: number,
    last?: number | null,
    options?: FileOptions,
  ): Promise<string>;
  /** Returns the part of a Markdown file below a heading, including the heading. `section` is its anchor or title. */
  readSection(path: string, section: string, options?: FileOptions): Promise<string>;
  /** Returns the headings of a Markdown file. Rejects with `too_large` if there are more than 10,000. */
  outline(path: string, options?: FileOptions): Promise<FileHeading[]>;
  /** Returns the entries below `path` (default: "/") whose paths match a pattern such as `**\/*.md`, sorted by path. */
  glob(pattern: string, options?: FileOptions & { path?: string }): Promise<FileEntry[]>;
  /**
   * Returns parts of text files that contain all words, "phrases" and begin*, and none of -left -out, best match first.
   * `path` is a directory or a file. `limit` is 20 by default and at most 100.
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
  /** Returns the entries of a directory (default: "/"); with `recursive`, all entries below it. */
  list(path?: string, options?: FileOptions & { recursive?: boolean }): Promise<FileEntry[]>;
  /** Deletes a file, or a directory with all its contents. */
  delete(path: string, options?: FileOptions): Promise<null>;
  exists(path: string, options?: FileOptions): Promise<boolean>;
}

/** Secrets of the project, stored by its administrators. */
export interface Secrets {
  /**
   * Returns the secret's value. From then on, it is redacted from the run's log and results. Rejects with a {@link
   * MetarunError} with code `not_found` if the project has no such secret.
   */
  get(name: string): Promise<string>;
}

/** A message of a conversation. Messages with the role `system` come first. */
export type ModelMessage = { role: 'system' | 'user' | 'assistant'; content: string };

export interface GenerateOptions {
  /** Model as `provider/name`; default: the installation's default model. */
  model?: string | null;
  /** JSON Schema that `object` will match. */
  schema?: { [key: string]: Json } | null;
  /** Maximum number of tokens in the answer; default: 8,192. It is never higher than the model allows. */
  maxTokens?: number | null;
  /** Name of the step; default: `generate`. */
  name?: string;
}

export interface Generated<T = Json> {
  text: string;
  /** The answer according to the schema; null without a schema. */
  object: T;
  /** `length` if the text was cut off at `maxTokens`. */
  finish: 'stop' | 'tool_calls' | 'length' | 'other';
  model: string;
  /** `input_tokens`, `cached_tokens`, `output_tokens`, `reasoning_tokens`; `cost_usd` is null without prices. */
  usage: { [name: string]: number | null };
}

/** Language models of the project's providers and of the installation. */
export interface Ai {
  /**
   * Asks a model once and records its answer; when the script runs again, returns the record. Rejects with a {@link
   * MetarunError} with code `model_error`, `model_refused`, `too_long`, `budget_exceeded`, `unknown_model` or
   * `not_available`.
   */
  generate<T = Json>(
    prompt: string | readonly ModelMessage[],
    options?: GenerateOptions,
  ): Promise<Generated<T>>;
  /** Returns the embeddings of 1 to 100 texts, in order; recorded like `generate`. */
  embed(texts: readonly string[], options: { model: string; name?: string }): Promise<number[][]>;
}

/** The result of a tool of an MCP server. */
export interface McpResult<T = Json> {
  /** Parts of the result, each with a `type` such as "text". */
  content: { type: string; [name: string]: Json }[];
  /** The result as JSON; null if the tool returns none. */
  structured: T;
  /** True if the tool itself reports that it has failed. */
  is_error: boolean;
  /** Path of a file that contains a large result completely; null if `content` does. */
  path: string | null;
}

export interface McpTool {
  name: string;
  title: string | null;
  /** Description from the server. */
  description: string | null;
  input_schema: { [name: string]: Json };
  output_schema: { [name: string]: Json } | null;
  annotations: { [name: string]: Json };
}

/** The MCP servers of the project; available if the meta-task's `allow_mcp` is true. */
export interface Mcp {
  /**
   * Calls a tool once and records its result; when the script runs again, returns the record. `timeout` is in seconds;
   * default: the server's timeout. Rejects with a {@link McpOutcomeUnknown} if it is unknown whether the call took
   * effect, otherwise with a {@link MetarunError} with code `mcp_unavailable`, `mcp_timeout`, `mcp_error`,
   * `mcp_denied`, `mcp_tool_changed`, `not_found` or `not_available`.
   */
  call<T = Json>(
    server: string,
    tool: string,
    args?: object,
    options?: { timeout?: number | null },
  ): Promise<McpResult<T>>;
  /** Returns the tools of a server that may be called; recorded like `call`. */
  tools(server: string): Promise<McpTool[]>;
}

export type MemoryScope = 'project' | 'task_type' | 'agent' | 'subject';
export type MemoryKind = 'fact' | 'preference' | 'procedure' | 'pitfall';

export interface MemoryFound {
  id: string;
  /** Text of the memory; empty if it has been purged since. */
  text: string;
  kind: MemoryKind;
  scope: MemoryScope;
  /** `low` if the text may come from the network or an uploaded file. */
  trust: 'high' | 'low';
  origin: 'extraction' | 'script' | 'person' | 'agent';
  /** ISO 8601, in UTC. */
  created_at: string;
}

export interface MemoryKept {
  id: string;
  /** `pending` if a person must accept the memory before tasks receive it. */
  status: 'active' | 'pending' | 'superseded';
  /** False if the memory already existed. */
  created: boolean;
}

/** Memories of the project, as far as the meta-task's `memory` field allows. */
export interface Memory {
  /**
   * Returns memories that contain any of the words, best first; when the script runs again, returns the recorded
   * result. Without `scope`, it searches all scopes that the meta-task may read. `limit` is 5 by default and at most
   * 50.
   */
  search(
    query: string,
    options?: { scope?: MemoryScope | null; limit?: number },
  ): Promise<MemoryFound[]>;
  /**
   * Stores a text of 1 to 500 characters for later tasks, once; by default as a fact of the meta-task. `expiresIn` is
   * in seconds. Rejects with a {@link MetarunError} with code `invalid_memory` or `memory_limit`.
   */
  remember(
    text: string,
    options?: { kind?: MemoryKind; scope?: MemoryScope; expiresIn?: number | null },
  ): Promise<MemoryKept>;
  /** Revokes a memory of the project, the meta-task, its agent or its subject: later tasks do not receive it. */
  forget(id: string): Promise<null>;
}

export interface HttpOptions {
  headers?: HeadersInit;
  /** Parameters added to the URL's query: lists repeat their name; null and undefined are omitted. */
  query?: URLSearchParams | [string, string][] | { [name: string]: unknown };
  /** Value to send as JSON. */
  json?: unknown;
  body?:
    string | ArrayBuffer | ArrayBufferView<ArrayBuffer> | URLSearchParams | Blob | FormData | null;
  /** Time limit of the whole exchange, in ms; default: 30000. Null for no separate limit. */
  timeoutMs?: number | null;
  /** Default: `follow`. */
  redirect?: 'follow' | 'manual' | 'error';
}

/** HTTP requests within the network policy of the meta-task. */
export interface Http {
  /**
   * Sends a request to `url` and returns the response, whatever its status. Rejects with a {@link MetarunError} with
   * code `network_denied` or `network_error` if there is no response.
   */
  request(method: string, url: string | URL, options?: HttpOptions): Promise<Response>;
}

/**
 * Throw this error, or one that extends it, to fail without another attempt. In a step, its function is not called
 * again either.
 */
export declare class NonRetryable extends Error {}

/**
 * Throw this error, or one that extends it, to fail with a pause of this many seconds before the next attempt, instead
 * of the meta-task's pause; in a step, before the next call of its function. Whether there is another attempt is
 * decided as for any other error.
 */
export declare class RetryAfter extends Error {
  /** `seconds` is from 0 to 604800, a week. */
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
  /** Maximum number of calls of its function; default: 1. */
  attempts?: number;
  /** Seconds before the second call; default: 1. */
  delay?: number;
  /** Factor by which each further pause is longer; default: 2. */
  factor?: number;
  /** Maximum pause in seconds; default: 60. */
  maxDelay?: number;
  /**
   * Time limit of one call, in seconds; default: none. A call that exceeds it fails with the code `step_timeout`, and
   * the signal passed to `fn` aborts.
   */
  timeout?: number | null;
}

/** Options of a question to a person. */
export interface ApprovalOptions {
  /** The content to approve, as JSON. */
  proposal?: unknown;
  /** JSON Schema of the answer's `payload`; without a form, there is no payload. */
  form?: object | boolean | null;
  /** Seconds until the question expires; default: never. */
  expiresIn?: number | null;
  /** Called once before the wait, as a step, for example to send people a link. */
  notify?: ((approval: PendingApproval) => unknown) | null;
}

/** An open approval, before the script waits for it. */
export interface PendingApproval {
  readonly id: string;
  /** ISO 8601; null if the approval never expires. */
  readonly expires_at: string | null;
  /** Returns the URL of a page on which the person `name` can decide, once. */
  link(name: string): Promise<string>;
}

/** An approval by a person. */
export interface Approval<Payload = Json> {
  decision: 'approve';
  comment: string | null;
  /** The answer to the form; null without a form. */
  payload: Payload;
  /** Name of the user, the API key or the link; `auto_approve` if no person had to be asked. */
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

/** Reports the progress of a script and provides the features of the service. */
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
   * {@link StepError} after the last failed call of `fn`, and on every replay.
   */
  step<T>(
    name: string,
    fn: (signal: AbortSignal) => T | Promise<T>,
    options: StepOptions & { timeout: number },
  ): Promise<T>;
  step<T>(name: string, fn: () => T | Promise<T>, options?: StepOptions): Promise<T>;
  /**
   * Waits for this many seconds. If longer than one second, the task waits without a process, and the script then runs
   * again.
   */
  sleep(seconds: number): Promise<void>;
  /**
   * Asks a person and returns their approval. Rejects with an {@link ApprovalRejected}, or with an {@link
   * ApprovalExpired} after `expiresIn`. The task waits without a process, and the script then runs again.
   */
  askApproval<Payload = Json>(
    prompt: string,
    options?: ApprovalOptions,
  ): Promise<Approval<Payload>>;
  /**
   * Runs a meta-task of the project as a child of this task and returns its result. Rejects with a {@link TaskFailed}
   * if it does not succeed, and with a {@link MetarunError} if it cannot be accepted; likewise on every replay.
   */
  runTask<Result = Json>(
    identifier: string,
    params?: object,
    options?: { name?: string },
  ): Promise<Result>;
  /**
   * Runs many children at once, waits for all of them, and returns their results in the same order, or rejects with the
   * {@link TaskFailed} of the first that did not succeed. With `settled`, it returns the outcome of each.
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
   * Waits for an event with this name that is sent to the task, and returns its payload. Each event is delivered to one
   * wait, in order of arrival, even if it arrived before the wait. Rejects with code `event_timeout` after `timeout`
   * seconds.
   */
  waitForEvent<Payload = Json>(
    name: string,
    options?: { timeout?: number | null },
  ): Promise<Payload>;
  /** Sets the task's current phase, at most 500 characters. */
  setPhase(text: string): void;
  /** Sets the progress in percent, 0 to 100. It is rounded down and never decreases. */
  setProgress(value: number): void;
  /** Adds a text to the task's log, by default as `info`. Other values are formatted as in `console.log`. */
  log(text: unknown, level?: LogLevel): void;
  /**
   * Shows a text of up to 65,536 characters to people watching the task. It is kept until an hour after the task's end.
   */
  output(text: string): Promise<void>;
}

/** A script's `run`: its return value is the task's result, as JSON. */
export type Workflow<Params = Record<string, Json>, Result = unknown> = (
  params: Params,
  reporter: Reporter,
) => Result | Promise<Result>;

/** The error of a refused call of the reporter. It has no class to import: check `code`. */
export interface MetarunError extends Error {
  readonly name: 'MetarunError';
  /** Stable error code, such as `not_found`. */
  readonly code: string;
}

/** Thrown if it is unknown whether a call of an MCP tool took effect. It has no class to import: check `name`. */
export interface McpOutcomeUnknown extends Error {
  readonly name: 'McpOutcomeUnknown';
  readonly code: 'mcp_outcome_unknown';
}

/** The error of a child task that did not succeed. It has no class to import: check `name`. */
export interface TaskFailed extends Error {
  readonly name: 'TaskFailed';
  readonly code: 'child_failed';
  /** Name of the task, or its identifier. */
  readonly task: string;
  readonly task_id: string;
  /** Kind of failure, such as `script_error`. */
  readonly error_code: string;
}

/** The error of a failed step. It has no class to import: check `name`. */
export interface StepError extends Error {
  readonly name: 'StepError';
  /** `step_timeout` if the last call of its function exceeded the step's timeout. */
  readonly code: 'step_failed' | 'step_timeout';
  /** The step's name. */
  readonly step: string;
  /** Name of the error that its function threw; `step_timeout` if it exceeded its timeout. */
  readonly type: string;
}

/** The error of a rejected approval. It has no class to import: check `name`. */
export interface ApprovalRejected extends Error {
  readonly name: 'ApprovalRejected';
  readonly code: 'approval_rejected';
  readonly comment: string | null;
  readonly decided_by: string | null;
}

/** The error of an approval that was not decided in time. It has no class to import: check `name`. */
export interface ApprovalExpired extends Error {
  readonly name: 'ApprovalExpired';
  readonly code: 'approval_expired';
}
