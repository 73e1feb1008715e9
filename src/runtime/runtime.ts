import type { Json, JsonObject } from '../kernel/json.js';
import type { ScriptLanguage } from '../languages/index.js';
import type { CancelReason, LogLevel, NetworkAccess, RunLimits, TaskInfo } from './protocol.js';

/** How a run can fail. A closed set: clients may switch on it. */
export const RUN_ERROR_CODES = [
  'script_error',
  'timeout',
  'cpu_limit',
  'out_of_memory',
  'invalid_result',
  'dependency_error',
  'approval_rejected',
  'approval_expired',
  'worker_lost',
  'sandbox_error',
  'cancelled',
] as const;
export type RunErrorCode = (typeof RUN_ERROR_CODES)[number];

/** What is wrong in a script, found without running it. Lines and columns count from 1. */
export interface Diagnostic {
  message: string;
  line: number | null;
  column: number | null;
}

/** A script made ready to run, kept with the meta-task's version so that no run pays for it. */
export interface Program {
  /** What the guest executes. */
  code: string;
  /** Source map (version 3) from `code` to the author's script; null where the two are the same. */
  source_map: string | null;
  /** The packages that it needs, exact and with hashes, as a requirements file; null where it needs none. */
  lock: string | null;
}

export type CheckResult =
  | {
      ok: true;
      program: Program;
      /** JSON Schema of the params, from the type of `run`'s first parameter; null where that says nothing. It may be one that cannot be used. */
      paramsSchema: JsonObject | null;
    }
  | { ok: false; diagnostics: [Diagnostic, ...Diagnostic[]] };

export interface RunSpec {
  task: TaskInfo;
  program: Program;
  params: Json;
  limits: RunLimits;
  /** Null where it has no network, or where its language reaches it by capabilities alone. */
  network: NetworkAccess | null;
}

/** A call that has not been answered yet. */
export interface PendingCall {
  /** Unique within the run. */
  readonly id: number;
  /**
   * Says that the answer may take long, so that a run that has nothing else to do can be suspended until then. May
   * be called once, before the answer.
   */
  park(): void;
}

/** What a run tells its host while it runs. None of these may throw; each is called in the order of the guest's frames. */
export interface RunHost {
  onPhase(text: string): void;
  /** Integer 0..100. */
  onProgress(value: number): void;
  onLog(level: LogLevel, text: string): void;
  /**
   * A capability call. Rejects with a MetarunError whose code and message reach the script; anything else
   * reaches it as `internal` without details.
   */
  call(method: string, args: Json, pending: PendingCall): Promise<Json>;
  /** Whether a call may wait long for something outside the host: it then holds up no others. */
  waits(method: string): boolean;
}

export type RunOutcome =
  | { kind: 'success'; result: Json }
  | { kind: 'failed'; code: RunErrorCode; message: string; stack: string | null }
  /** Its process has ended to wait for the answers to the calls `on`. The script goes on by being run anew. */
  | { kind: 'suspended'; on: number[] };

/** What all processes of a run have used, as far as the kernel tells: see docs/decisions/0013. */
export interface RunUsage {
  /** CPU time, in whole ms. */
  cpuMs: number;
  /** The most memory that was resident beyond what an idle guest needs, in bytes. */
  peakMemoryBytes: number;
}

export interface RunHandle {
  /** Never rejects, and settles whatever the guest does: at the latest 1 s after the deadline of `limits.timeout_ms`, or after a cancel's grace. */
  readonly outcome: Promise<RunOutcome>;
  /**
   * Never rejects; settles at the latest 1 s after the outcome, which it mostly comes with. Null for a run that
   * has had no process, and where the machine does not tell.
   */
  readonly usage: Promise<RunUsage | null>;
  /**
   * Asks the run to stop, then kills its whole process tree after `graceMs`. The first reason stays; a later
   * call can only bring the kill forward.
   */
  cancel(reason: CancelReason, graceMs: number): void;
}

/** Runs scripts of one language in child processes. It knows no feature of the product: scripts reach those through {@link RunHost.call}. */
export abstract class ScriptRuntime {
  abstract readonly language: ScriptLanguage;
  /** Starts what can be started ahead of the first run. */
  abstract warm(): Promise<void>;
  /** Starts what checks scripts, where that is another process than those that run them. */
  abstract warmCheck(): Promise<void>;
  /**
   * Finds what keeps a script from running (syntax, no `run`, a wrong signature), what params it takes, and the
   * packages that it needs, without executing it. `project`: whose scripts wait for each other, and not for those of
   * others. `lock`: of an earlier check of the same source, to be kept.
   * Rejects with `dependency_error` for packages that cannot be had.
   */
  abstract check(source: string, project: string, lock?: string | null): Promise<CheckResult>;
  abstract start(run: RunSpec, host: RunHost): RunHandle;
  /** Kills every child process. Running scripts end as `worker_lost`. */
  abstract close(): Promise<void>;
}
