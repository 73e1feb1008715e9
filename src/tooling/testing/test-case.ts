import type { Json, JsonObject } from '../../base/kernel/json.js';
import type { LogLevel } from '../../sandbox/runtime/protocol.js';
import type { MemoryKind, MemoryTrust } from '../../agents/memories/memory-words.js';
import type { ModelTurn } from '../local/scripted.model-gateway.js';

// What schemas/case.schema.json lets pass; the words of each field are there.

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

/** A memory of the project before the task. Without a scope it is that of the meta-task of the case. */
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

/** One run of a meta-task in a project of its own: what it is given, and what must come of it. */
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

/** A child task that a script asked for, as far as it came. */
export interface ObservedChild {
  task: string;
  params: Json;
  status: string;
  result: Json;
}

/** A call of a tool by the model of an agent. */
export interface ObservedCall {
  name: string;
  input: Json;
  status: string;
  /** As the model read it; '' where it got none. */
  answer: string;
}

export interface ObservedStep {
  name: string;
  kind: string;
  status: string;
  attempts: number;
  result: Json;
}

/** A memory of the project after the task that was not taken back. */
export interface ObservedMemory {
  text: string;
  kind: string;
  scope: string;
  /** active or pending. */
  status: string;
  trust: string;
  /** person where the case gave it, else script or agent. */
  origin: string;
}

/** The outcome of a run. */
export interface Observed {
  /** success, failed or cancelled; `refused` where no task was made. */
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
  /** Null where there is none. Throws MetarunError for a path that no file may have. */
  readFile(path: string): Promise<Uint8Array | null>;
}

/** Requests of a run that a case has no stub or answer for, and those of the case that the run has not used. */
export interface UnmatchedStubs {
  /** Asked for and not there: mostly why the run went wrong. */
  missing: Mismatch[];
  /** There and never asked for. */
  unused: Mismatch[];
}

/** Something that is not as a case says. */
export interface Mismatch {
  /** Where in the case: a pointer into it, such as `/expect/result`. */
  pointer: string;
  message: string;
  /** The expected and the actual value, as texts, if they can be compared. */
  difference?: { expected: string; actual: string };
}
