/** Types for test files that `metarun test` runs: `import { runTask } from 'metarun/testing'`. */

/** A value that JSON can represent unchanged. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A file's content: text or bytes, JSON, or the content of a file in the meta-task's folder. */
export type FileContent = string | Uint8Array | { json: Json } | { from: string };

/** A response to matching requests. See docs/testing.md. */
export interface HttpStub {
  /** HTTP method; any if omitted. */
  method?: string;
  /** The whole URL including its query; `*` matches any characters. */
  url: string;
  /** Required content of the request. */
  request?: { headers?: Record<string, string>; text?: string; json?: Json; json_includes?: Json };
  /** Number of requests that must match; if omitted, at least one. */
  times?: number;
  /** Status of the response; default: 200. */
  status?: number;
  headers?: Record<string, string>;
  text?: string;
  json?: Json;
  base64?: string;
  from?: string;
  /** Fails the request as `network_error` with this message instead of responding. */
  error?: string;
}

export type ChildStub = { result: Json } | { error: string };

export interface ApprovalAnswer {
  decision: 'approve' | 'reject' | 'expire';
  /** Text that the question must contain. */
  prompt?: string;
  comment?: string;
  payload?: Json;
}

/** A model's answer to one request: a text, or one of these; `calls` may be accompanied by a `text`. */
export type ModelTurn =
  | string
  | { text: string }
  | { object: Json }
  | { calls: { name: string; input?: { [key: string]: Json } }[]; text?: string }
  | { embeddings: number[][] }
  | { error: string };

/** A memory of the project that exists before the task. */
export interface MemoryGiven {
  text: string;
  /** Default: `fact`. */
  kind?: 'fact' | 'preference' | 'procedure' | 'pitfall';
  /** Default: `task_type`, the scope of the meta-task. */
  scope?: 'project' | 'task_type' | 'subject';
  /** The person or thing that the memory is about, for the scope `subject`. */
  subject?: string;
  /** Default: `high`. */
  trust?: 'high' | 'low';
}

export interface RunOptions {
  params?: { [key: string]: Json };
  /** Files of the workspace before the task, by absolute path. */
  files?: Record<string, FileContent>;
  /** Secrets by name: the value, or the value with the hosts to which an agent may send it. */
  secrets?: Record<string, string | { value: string; hosts?: string[] }>;
  /** Memories of the project before the task, as texts or with more details. See docs/testing.md. */
  memories?: (string | MemoryGiven)[];
  stubs?: {
    /** With `live`, requests are sent. */
    http?: 'live' | HttpStub[];
    /** With `real`, the meta-task with this identifier in the repository runs. */
    children?: Record<string, 'real' | ChildStub | ChildStub[]>;
  };
  /** A language model's answers to the requests of the script or agent, in order. */
  model?: ModelTurn[];
  /** Answers to the questions of the script or agent, in order. */
  approvals?: ('approve' | 'reject' | 'expire' | ApprovalAnswer)[];
  events?: { name: string; payload?: Json }[];
  /** With `skip` (the default), durable sleeps and pauses end at once. */
  time?: 'skip' | 'real';
}

export interface TaskOutcome {
  /** `refused` if the params did not match and no task was created. */
  status: 'success' | 'failed' | 'cancelled' | 'refused';
  result: Json;
  error: { code: string; message: string; stack: string | null } | null;
  phases: string[];
  progress: number;
  logs: { level: 'debug' | 'info' | 'warning' | 'error'; text: string }[];
  steps: { name: string; kind: string; status: string; attempts: number; result: Json }[];
  /** The tools that an agent's model called. `answer` is the text that the model received. */
  calls: { name: string; input: Json; status: string; answer: string }[];
  children: { task: string; params: Json; status: string; result: Json }[];
  /**
   * Memories of the project after the task, in order, without those that it revoked. `origin` is `person` for memories
   * from the test.
   */
  memories: {
    text: string;
    kind: string;
    scope: string;
    status: 'active' | 'pending';
    trust: 'high' | 'low';
    origin: 'person' | 'script' | 'agent';
  }[];
  /** Files of the workspace after the task, by absolute path: text, or bytes if they are not UTF-8. */
  files: Record<string, string | Uint8Array>;
}

/**
 * Runs a task of the meta-task that the test file belongs to, sandboxed and in a separate project. Rejects if the task
 * cannot be run, or if the script requests something that has no stub; a failed task is an outcome.
 */
export function runTask(options?: RunOptions): Promise<TaskOutcome>;
/** Runs a task of another meta-task: a folder or script, relative to the test file's folder. */
export function runTask(path: string, options?: RunOptions): Promise<TaskOutcome>;
