import type { StopSignal } from './stop-signal.js';
import type { Json, JsonObject } from '../../base/kernel/json.js';
import type { ScriptLanguage } from '../../base/languages/index.js';
import type {
  CompileTarget,
  LogLevel,
  NetworkAccess,
  RetryAdvice,
  RunLimits,
  ScriptEngine,
  TaskInfo,
} from './protocol.js';

/** The ways in which a run can fail. The set is closed: clients may switch on it. */
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

/** A problem in a script, found without running it. Lines and columns count from 1. */
export interface Diagnostic {
  message: string;
  line: number | null;
  column: number | null;
}

/** A compiled script. It is stored with the meta-task's version, so that runs need not compile it. */
export interface Program {
  /** Code that the guest executes. */
  code: string;
  /** Source map (version 3) from `code` to the author's script; null if the two are the same. */
  source_map: string | null;
  /** The script's packages with exact versions and hashes, as a requirements file; null if it needs none. */
  lock: string | null;
  /** Identifies large code, which a guest may keep between runs. */
  hash?: string;
}

export type CheckResult =
  | {
      ok: true;
      program: Program;
      /**
       * JSON Schema of the params, from the type of `run`'s first parameter; null if the type says nothing. It may be
       * unusable.
       */
      paramsSchema: JsonObject | null;
    }
  | { ok: false; diagnostics: [Diagnostic, ...Diagnostic[]] };

export interface CheckOptions {
  engine?: CompileTarget;
  lock?: string | null;
  isSnippet?: boolean;
}

/** The container image of a run, at one digest. */
export interface RunImage {
  /** Digest `sha256:…`. */
  digest: string;
  /**
   * Reference that always resolves to this exact content in the engine. The image is, or was a moment ago, on this
   * machine.
   */
  pinned: string;
}

export interface RunSpec {
  task: TaskInfo;
  program: Program;
  params: Json;
  limits: RunLimits;
  /** Null if the run has no network, or if its language uses the network only through capabilities. */
  network: NetworkAccess | null;
  /** Engine of a TypeScript run; other languages have only one. */
  engine: ScriptEngine;
  /** The image that the script runs on; absent for a run without an image. */
  image?: RunImage;
  /** True if the run must not share an isolate with an earlier one; see the meta-task's `isolation`. */
  fresh: boolean;
}

/** A call that has not been answered. */
export interface PendingCall {
  /** Unique within the run. */
  readonly id: number;
  /** Location of the call in the running code: `file:line`, optionally with a column. */
  readonly at?: string;
  /**
   * Reports that the answer may take long, so that a run with nothing else to do can be suspended. May be called once,
   * before the answer.
   */
  expectLongWait(): void;
}

export type LinePart = 'open' | 'ended';

/**
 * The host's side of a run: receives its reports and calls, and asks it to stop. No method may throw; the methods are
 * called in the order of the guest's frames.
 */
export interface RunHost {
  readonly stop: StopSignal;
  onPhase(text: string): void;
  /** Reports the progress, an integer from 0 to 100. */
  onProgress(value: number): void;
  /**
   * `part` is set for a line that is or was open. `open`: the line has not ended and may still change; `ended`: the
   * line replaces the open line of its level.
   */
  onLog(level: LogLevel, text: string, part?: LinePart): void;
  /** Redacts secrets from a text of which only a part will be logged. */
  redact(text: string): string;
  /**
   * Handles a capability call. Rejects with a MetarunError whose code and message are passed to the script; any other
   * error is passed as `internal` without details.
   */
  call(method: string, args: Json, pending: PendingCall): Promise<Json>;
  /** Returns whether a call may wait long for something outside the host; it then delays no other calls. */
  waits(method: string): boolean;
}

export type RunOutcome =
  | { kind: 'success'; result: Json }
  | {
      kind: 'failed';
      code: RunErrorCode;
      message: string;
      stack: string | null;
      /** Advice on retrying from the uncaught exception. */
      retry?: RetryAdvice;
    }
  /** The process has ended to wait for the answers to the calls `on`. The script continues when it runs again. */
  | { kind: 'suspended'; on: number[] }
  /** No process could be started, and nothing has run. `reason` is a sentence. */
  | { kind: 'not_started'; reason: string };

/** Returns the outcome of a run without a process. `reason` is the end of a sentence. */
export function notStarted(reason: string): RunOutcome & { kind: 'not_started' } {
  const words = reason.trim().replace(/\.+$/, '');
  const sentence = `The process for the script could not be started: ${words}.`;
  return { kind: 'not_started', reason: sentence };
}

/**
 * CPU time and memory of all processes of a run, as far as the kernel reports them: see
 * docs/decisions/0016-what-a-run-uses.md.
 */
export interface RunUsage {
  /** CPU time, in whole ms. */
  cpuMs: number;
  /** Peak resident memory beyond what an idle guest needs, in bytes. */
  peakMemoryBytes: number;
}

export interface RunHandle {
  /**
   * Never rejects. Settles whatever the guest does: at the latest 1 s after the deadline of `limits.timeout_ms`, or
   * when {@link RunHost.stop} has the run killed.
   */
  readonly outcome: Promise<RunOutcome>;
  /**
   * Never rejects. Settles at the latest 1 s after the outcome, and usually together with it. Null for a run without a
   * process, and if the machine does not report usage.
   */
  readonly usage: Promise<RunUsage | null>;
}

/**
 * Runs scripts of one language in child processes. It knows none of the product's features: scripts reach them through
 * {@link RunHost.call}.
 */
export abstract class ScriptRuntime {
  abstract readonly language: ScriptLanguage;
  /** Reason why its processes do not start now, as the end of a sentence; null if they do. The runtime keeps trying. */
  get problem(): string | null {
    return null;
  }

  /**
   * Starts the processes that can be started ahead of the first run. A server does so for each language that it has
   * scripts in.
   */
  abstract warm(): Promise<void>;
  /**
   * Starts the process that checks scripts, if it differs from the one that runs them. The process need not be ready
   * when this resolves.
   */
  abstract warmCheck(): Promise<void>;
  /**
   * Checks a script without executing it: finds problems (syntax, no `run`, a wrong signature), the schema of its
   * params, and the packages that it needs. On a server, the first check also warms the runtime. Checks of the same
   * `project` wait for each other, not for those of other projects. `engine` is the target that will run the script.
   * `lock` is the lock of an earlier check of the same source; it is kept. With `isSnippet`, a text without `run` is
   * valid; the program executes it unchanged. Rejects with `dependency_error` for packages that cannot be installed.
   */
  abstract check(source: string, project: string, options?: CheckOptions): Promise<CheckResult>;
  abstract start(run: RunSpec, host: RunHost): RunHandle;
  /** Kills every child process. Running scripts end as `worker_lost`. */
  abstract close(): Promise<void>;
}
