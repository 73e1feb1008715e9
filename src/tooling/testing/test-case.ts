import type { Json, JsonObject } from '../../base/kernel/json.js';
import type { LogLevel } from '../../sandbox/runtime/protocol.js';
import type { MemoryKind, MemoryTrust } from '../../agents/memories/memory-words.js';
import type { ModelTurn } from '../local/scripted.model-gateway.js';

// The types of schemas/case.schema.json, which describes each field.

export type FileContent = string | { base64: string } | { json: Json } | { from: string };

export interface HttpStub {
  method?: string;
  url: string;
  request?: {
    headers?: Record<string, string>;
    text?: string;
    json?: Json;
    json_includes?: Json;
  };
  times?: number;
  status?: number;
  headers?: Record<string, string>;
  text?: string;
  json?: Json;
  base64?: string;
  from?: string;
  error?: string;
}

export interface McpStub {
  server: string;
  tool: string;
  arguments?: JsonObject;
  arguments_includes?: JsonObject;
  times?: number;
  text?: string;
  structured?: Json;
  is_error?: boolean;
  error?: string;
}

export type ChildStub = { result: Json } | { error: string };

type ApprovalDecision = 'approve' | 'reject' | 'expire';

export interface ApprovalAnswer {
  decision: ApprovalDecision;
  prompt?: string;
  comment?: string;
  payload?: Json;
}

export interface TextMatch {
  equals?: string;
  contains?: string;
  matches?: string;
}

export type LogExpectation = TextMatch & { level?: LogLevel };

export type FileExpectation = TextMatch & {
  json?: Json;
  json_includes?: Json;
  base64?: string;
  from?: string;
  absent?: true;
};

export interface StepExpectation {
  name?: string;
  kind?: string;
  status?: string;
  attempts?: number;
  result?: Json;
  result_includes?: Json;
}

export interface CallExpectation {
  name?: string;
  input?: JsonObject;
  input_includes?: JsonObject;
  /** `unanswered`: the task ended with the call, before the model got an answer. */
  status?: 'success' | 'failed' | 'unanswered';
  answer?: string | TextMatch;
}

export interface ChildExpectation {
  task?: string;
  params?: JsonObject;
  params_includes?: JsonObject;
  status?: string;
  result?: Json;
  result_includes?: Json;
}

/** A memory of the project before the task. The default scope is the meta-task of the case. */
export interface MemoryGiven {
  text: string;
  kind?: MemoryKind;
  scope?: 'project' | 'task_type' | 'subject';
  subject?: string;
  trust?: MemoryTrust;
}

export interface MemoryExpectation {
  text?: string | TextMatch;
  kind?: string;
  scope?: string;
  status?: string;
  trust?: string;
  origin?: string;
}

export interface Expectations {
  status?: 'success' | 'failed' | 'cancelled' | 'refused';
  result?: Json;
  result_includes?: Json;
  result_schema?: JsonObject | boolean;
  error?: string | { code?: string; message?: string | TextMatch };
  phases?: string[];
  progress?: number;
  logs?: (string | LogExpectation)[];
  files?: Record<string, string | FileExpectation>;
  steps?: (string | StepExpectation)[];
  calls?: (string | CallExpectation)[];
  children?: (string | ChildExpectation)[];
  memories?: (string | MemoryExpectation)[];
}

/** One run of a meta-task in a project of its own: its input and its expected outcome. */
export interface TestCase {
  name?: string;
  skip?: boolean | string;
  params?: JsonObject;
  files?: Record<string, FileContent>;
  secrets?: Record<string, string | { value: string; hosts?: string[] }>;
  memories?: (string | MemoryGiven)[];
  stubs?: {
    http?: 'live' | HttpStub[];
    children?: Record<string, 'real' | ChildStub | ChildStub[]>;
    mcp?: McpStub[];
  };
  model?: ModelTurn[];
  approvals?: (ApprovalDecision | ApprovalAnswer)[];
  events?: { name: string; payload?: Json }[];
  time?: 'skip' | 'real';
  expect?: Expectations;
}

/** A child task that a script requested. */
export interface ObservedChild {
  task: string;
  params: Json;
  status: string;
  result: Json;
}

/** A tool call by the model of an agent. */
export interface ObservedCall {
  name: string;
  input: Json;
  status: string;
  /** Answer as the model read it; empty without one. */
  answer: string;
}

export interface ObservedStep {
  name: string;
  kind: string;
  status: string;
  attempts: number;
  result: Json;
}

/** A memory of the project after the task, unless it was revoked. */
export interface ObservedMemory {
  text: string;
  kind: string;
  scope: string;
  /** active or pending. */
  status: string;
  trust: string;
  /** person if the case gave it, otherwise script or agent. */
  origin: string;
}

/** The outcome of a run. */
export interface Observed {
  /** success, failed or cancelled; `refused` if no task was created. */
  status: string;
  result: Json;
  error: { code: string; message: string; stack: string | null } | null;
  phases: string[];
  progress: number;
  logs: { level: string; text: string }[];
  steps: ObservedStep[];
  calls: ObservedCall[];
  children: ObservedChild[];
  memories: ObservedMemory[];
  /** Paths of the files of the workspace after the run. */
  listFiles(): Promise<string[]>;
  /** Returns the content of a file; null if it does not exist. Throws MetarunError for an invalid path. */
  readFile(path: string): Promise<Uint8Array | null>;
}

/** Requests of a run without a stub or answer in the case, and stubs that the run has not used. */
export interface UnmatchedStubs {
  /** Requests without a stub: usually the reason for the failure. */
  missing: Mismatch[];
  /** Stubs without a request. */
  unused: Mismatch[];
}

/** A difference from a case. */
export interface Mismatch {
  /** Pointer into the case, such as `/expect/result`. */
  pointer: string;
  message: string;
  /** The expected and the actual value, as texts, if they can be compared. */
  difference?: { expected: string; actual: string };
}
