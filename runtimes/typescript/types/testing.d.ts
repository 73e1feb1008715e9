/**
 * For test files that `metarun test` runs: `import { runTask } from 'metarun/testing'`.
 */

/** A value that JSON holds unchanged. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A file's text or bytes, its JSON, or a file below the meta-task's folder. */
export type FileContent = string | Uint8Array | { json: Json } | { from: string };

/** An answer to the requests that it matches. See docs/testing.md. */
export interface HttpStub {
  /** Any method if omitted. */
  method?: string;
  /** The whole URL with its query; `*` stands for any characters. */
  url: string;
  /** The parts that the request must contain. */
  request?: { headers?: Record<string, string>; text?: string; json?: Json; json_includes?: Json };
  /** The number of times that it must answer; if omitted, at least once. */
  times?: number;
  /** By default 200. */
  status?: number;
  headers?: Record<string, string>;
  text?: string;
  json?: Json;
  base64?: string;
  from?: string;
  /** No answer: the request fails as `network_error` with this message. */
  error?: string;
}

export type ChildStub = { result: Json } | { error: string };

export interface ApprovalAnswer {
  decision: 'approve' | 'reject' | 'expire';
  /** The question must contain this. */
  prompt?: string;
  comment?: string;
  payload?: Json;
}

/** The answer of a model to one request: a text, or one of these; `calls` may have a `text` beside them. */
export type ModelTurn =
  | string
  | { text: string }
  | { object: Json }
  | { calls: { name: string; input?: { [key: string]: Json } }[]; text?: string }
  | { embeddings: number[][] }
  | { error: string };

/** A memory of the project before the task. */
export interface MemoryGiven {
  text: string;
  /** By default `fact`. */
  kind?: 'fact' | 'preference' | 'procedure' | 'pitfall';
  /** By default `task_type`: that of the meta-task. */
  scope?: 'project' | 'task_type' | 'subject';
  /** With the scope `subject`: whom or what it is about. */
  subject?: string;
  /** By default `high`. */
  trust?: 'high' | 'low';
}

export interface RunOptions {
  params?: { [key: string]: Json };
  /** Files of the workspace before the task, by absolute path. */
  files?: Record<string, FileContent>;
  /** By name: the value, or with the hosts that it may be sent to for an agent. */
  secrets?: Record<string, string | { value: string; hosts?: string[] }>;
  /** Memories of the project before the task: texts, or more of each. See docs/testing.md. */
  memories?: (string | MemoryGiven)[];
  stubs?: {
    /** `live`: requests are sent. */
    http?: 'live' | HttpStub[];
    /** `real`: the meta-task of that identifier in this repository runs. */
    children?: Record<string, 'real' | ChildStub | ChildStub[]>;
  };
  /** Answers of a language model to the requests of the script or the agent, in their order. */
  model?: ModelTurn[];
  /** Answers to the questions of the script or the agent, in the order in which it asks. */
  approvals?: ('approve' | 'reject' | 'expire' | ApprovalAnswer)[];
  events?: { name: string; payload?: Json }[];
  /** `skip` (the default): durable sleeps and pauses are over at once. */
  time?: 'skip' | 'real';
}

export interface TaskOutcome {
  /** `refused`: the params did not match, and no task was made. */
  status: 'success' | 'failed' | 'cancelled' | 'refused';
  result: Json;
  error: { code: string; message: string; stack: string | null } | null;
  phases: string[];
  progress: number;
  logs: { level: 'debug' | 'info' | 'warning' | 'error'; text: string }[];
  steps: { name: string; kind: string; status: string; attempts: number; result: Json }[];
  /** The tools that the model of an agent called. `answer`: as the model read it. */
  calls: { name: string; input: Json; status: string; answer: string }[];
  children: { task: string; params: Json; status: string; result: Json }[];
  /** Memories of the project after the task, in order, without those that it took back. `origin`: `person` where the test gave it. */
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
 * Runs a task of the meta-task that the test file belongs to, sandboxed and in a project of its own. Rejects if it cannot be
 * run, and if the script asked for something that has no stub; a task that fails is an outcome.
 */
export function runTask(options?: RunOptions): Promise<TaskOutcome>;
/** The same for another meta-task: a folder or script, relative to that of the test file. */
export function runTask(path: string, options?: RunOptions): Promise<TaskOutcome>;
