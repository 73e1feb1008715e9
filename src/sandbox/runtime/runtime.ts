import type { Json, JsonObject } from '../../base/kernel/json.js';
import type { ScriptLanguage } from '../../base/languages/index.js';
import type {
  CancelReason,
  CompileTarget,
  LogLevel,
  NetworkAccess,
  RetryAdvice,
  RunLimits,
  ScriptEngine,
  TaskInfo,
} from './protocol.js';

/** The ways in which a run can fail. A closed set: clients may switch on it. */
export const RUN_ERROR_CODES = [
  'script_error',
  'script_crashed',
  'timeout',
  'cpu_limit',
  'out_of_memory',
  'invalid_result',
  'dependency_error',
  'approval_rejected',
  'approval_expired',
  'model_error',
  'model_refused',
  'budget_exceeded',
  'worker_lost',
  'sandbox_error',
  'cancelled',
] as const;
export type RunErrorCode = (typeof RUN_ERROR_CODES)[number];

/** A problem of a script, found without running it. Lines and columns count from 1. */
export interface Diagnostic {
  message: string;
  line: number | null;
  column: number | null;
}

/** A script compiled for running. It is stored with the meta-task's version, so that no run pays for the compilation. */
export interface Program {
  /** The code that the guest executes. */
  code: string;
  /** Source map (version 3) from `code` to the author's script; null if the two are the same. */
  source_map: string | null;
  /** The packages that it needs, exact and with hashes, as a requirements file; null if it needs none. */
  lock: string | null;
  /** Identifies large code, which a guest may keep from one run to the next. */
  hash?: string;
}

export type CheckResult =
  | {
      ok: true;
      program: Program;
      /** JSON Schema of the params, from the type of `run`'s first parameter; null if that says nothing. It may be unusable. */
      paramsSchema: JsonObject | null;
    }
  | { ok: false; diagnostics: [Diagnostic, ...Diagnostic[]] };

export interface CheckOptions {
  engine?: CompileTarget;
  lock?: string | null;
  isSnippet?: boolean;
}

/** The container image that a run has, at one digest. */
export interface RunImage {
  /** `sha256:…` */
  digest: string;
  /** The name by which the engine runs it: it always means this very content. This machine has it, or has had it a moment ago. */
  pinned: string;
}

export interface RunSpec {
  task: TaskInfo;
  program: Program;
  params: Json;
  limits: RunLimits;
  /** Null if it has no network, or if its language reaches the network by capabilities alone. */
  network: NetworkAccess | null;
  /** The engine of a TypeScript run; other languages have one kind only. */
  engine: ScriptEngine;
  /** The image that it runs on; absent for a run on what the machine has. */
  image?: RunImage;
  /** True if it shares no isolate with an earlier run; see the meta-task's `isolation`. */
  fresh: boolean;
}

/** A call that has not been answered yet. */
export interface PendingCall {
  /** Unique within the run. */
  readonly id: number;
  /** Where the script makes it, in the code that is run: `file:line`, maybe with a column. */
  readonly at?: string;
  /**
   * Reports that the answer may take long, so that a run that has nothing else to do can be suspended until then. May be
   * called once, before the answer.
   */
  expectLongWait(): void;
}

export type LinePart = 'open' | 'ended';

/** Receives a run's reports and calls. No method may throw; each is called in the order of the guest's frames. */
export interface RunHost {
  onPhase(text: string): void;
  /** Integer 0..100. */
  onProgress(value: number): void;
  /**
   * `part`: set where the line is or was open. `open`: it has not ended yet, and may still change; `ended`: it takes the place of the
   * open one of its level.
   */
  onLog(level: LogLevel, text: string, part?: LinePart): void;
  /** Returns a text without secrets, of which only a part will be in the log. */
  redact(text: string): string;
  /**
   * A capability call. Rejects with a MetarunError whose code and message reach the script; any other error reaches it as
   * `internal` without details.
   */
  call(method: string, args: Json, pending: PendingCall): Promise<Json>;
  /** Returns whether a call may wait long for something outside the host: it then holds up no others. */
  waits(method: string): boolean;
}

export type RunOutcome =
  | { kind: 'success'; result: Json }
  | {
      kind: 'failed';
      code: RunErrorCode;
      message: string;
      stack: string | null;
      /** The advice, on a further attempt, of the exception that the script did not catch. */
      retry?: RetryAdvice;
    }
  /** Its process has ended to wait for the answers to the calls `on`. The script continues when it runs again. */
  | { kind: 'suspended'; on: number[] }
  /** There was no process for it, and nothing of it has run. `reason` is a sentence. */
  | { kind: 'not_started'; reason: string };

/** Returns that a run had no process. `reason`: words that end a sentence. */
export function notStarted(reason: string): RunOutcome & { kind: 'not_started' } {
  const words = reason.trim().replace(/\.+$/, '');
  const sentence = `The process for the script could not be started: ${words}.`;
  return { kind: 'not_started', reason: sentence };
}

/** CPU time and memory of all processes of a run, as far as the kernel reports them: see docs/decisions/0016-what-a-run-uses.md. */
export interface RunUsage {
  /** CPU time, in whole ms. */
  cpuMs: number;
  /** The most memory that was resident beyond what an idle guest needs, in bytes. */
  peakMemoryBytes: number;
}

export interface RunHandle {
  /** Never rejects. Settles whatever the guest does: at the latest 1 s after the deadline of `limits.timeout_ms`, or after a cancel's grace period. */
  readonly outcome: Promise<RunOutcome>;
  /**
   * Never rejects. Settles at the latest 1 s after the outcome, and mostly together with it. Null for a run that had no
   * process, and where the machine does not report usage.
   */
  readonly usage: Promise<RunUsage | null>;
  /**
   * Asks the run to stop, then kills its whole process tree after `graceMs`. The first reason stays; a later call can only
   * bring the kill forward.
   */
  cancel(reason: CancelReason, graceMs: number): void;
}

/** Runs scripts of one language in child processes. It knows no feature of the product: scripts reach those through {@link RunHost.call}. */
export abstract class ScriptRuntime {
  abstract readonly language: ScriptLanguage;
  /** Why its processes do not start now, as words that end a sentence; null while they do. It goes on trying. */
  get problem(): string | null {
    return null;
  }

  /** Starts the processes that can be started ahead of the first run. A server does so for the languages that it has scripts of. */
  abstract warm(): Promise<void>;
  /** Starts the process that checks scripts, if that is not one that runs them. It need not be ready when this resolves. */
  abstract warmCheck(): Promise<void>;
  /**
   * Checks a script without executing it: finds problems (syntax, no `run`, a wrong signature), the schema of its params, and
   * the packages that it needs. On a server the first check also warms the runtime. `project`: checks of one project wait for each other, not for those of other projects.
   * `engine`: what is to run it. `lock`: of an earlier check of the same source, to be kept. `isSnippet`: a text without
   * `run` is right, and its program runs it as it stands. Rejects with `dependency_error` for packages that cannot be
   * installed.
   */
  abstract check(source: string, project: string, options?: CheckOptions): Promise<CheckResult>;
  abstract start(run: RunSpec, host: RunHost): RunHandle;
  /** Kills every child process. Running scripts end as `worker_lost`. */
  abstract close(): Promise<void>;
}
