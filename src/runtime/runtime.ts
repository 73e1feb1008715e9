import type { Json, JsonObject } from '../kernel/json.js';
import type { CancelReason, LogLevel, RunLimits, TaskInfo } from './protocol.js';

export type ScriptLanguage = 'python' | 'typescript';
export const SCRIPT_LANGUAGES: readonly ScriptLanguage[] = ['python', 'typescript'];

/** How a run can fail. A closed set: clients may switch on it. */
export const RUN_ERROR_CODES = [
  'script_error',
  'timeout',
  'out_of_memory',
  'invalid_result',
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
  call(method: string, args: Json): Promise<Json>;
}

export type RunOutcome =
  | { kind: 'success'; result: Json }
  | { kind: 'failed'; code: RunErrorCode; message: string; stack: string | null };

export interface RunHandle {
  /** Never rejects, and settles whatever the guest does: at the latest 1 s after the deadline of `limits.timeout_ms`, or after a cancel's grace. */
  readonly outcome: Promise<RunOutcome>;
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
  /** Finds what keeps a script from running (syntax, no `run`, a wrong signature) and what params it takes, without executing it. */
  abstract check(source: string): Promise<CheckResult>;
  abstract start(run: RunSpec, host: RunHost): RunHandle;
  /** Kills every child process. Running scripts end as `worker_lost`. */
  abstract close(): Promise<void>;
}
