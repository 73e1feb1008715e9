import type { Language } from '../../support/scripts.js';
import type { TestServer } from '../../support/server.js';
import { sized } from '../../support/size.js';
import type { TaskDetail } from '../../support/tasks.js';

/** A possible end of a case: a status of the task, its error code, or `refused` if the script is not accepted. */
export type Ending =
  | 'refused'
  | 'success'
  | 'cancelled'
  | 'invalid_result'
  | 'out_of_memory'
  | 'sandbox_error'
  /** Includes runs that end their own process, which have a separate error code. */
  | 'script_error'
  | 'timeout';

export type EndedTask = TaskDetail & {
  error_stack: string | null;
  cancel_requested_at: string | null;
};

/** A hostile script and its permitted ends. */
export interface HostileCase {
  name: string;
  /** Body of `run(params, reporter)`; `script` is a whole script instead. */
  body?: string;
  script?: string;
  params?: Record<string, unknown>;
  /**
   * Fields of its meta-task. Defaults: {@link MEMORY_MB}, and a timeout of 1 s if the case may end by timeout, else 60
   * s.
   */
  metaTask?: { timeout_seconds?: number; memory_mb?: number };
  /** True to cancel the task when it sets its phase; it then has {@link GRACE_SECONDS}. */
  cancelled?: true;
  ends: readonly [Ending, ...Ending[]];
  /** Checks the ended task and its log; returns a description of the violation, or null. */
  wrong?(task: EndedTask, log: string): string | null;
}

export const GRACE_SECONDS = 1;
export const MEMORY_MB = 64;

/** Returns the timeout in seconds: short if the script is meant to reach it, else long enough for a busy machine. */
export const resolveTimeout = ({ metaTask, ends }: HostileCase): number =>
  metaTask?.timeout_seconds ?? (ends.includes('timeout') ? 1 : 60);

/** The properties of a language that the harness needs. */
export interface Target {
  language: Language;
  /** Name in tables; by default that of the language. */
  title?: string;
  /** Fields of every meta-task. */
  fields?: Record<string, unknown>;
  /** Additional settings of its servers. */
  settings?: Record<string, string>;
  /** Prepares a project; returns fields of its meta-tasks. */
  prepareFields?(server: TestServer, project: string): Promise<Record<string, unknown>>;
  /** Maximum time (ms) from the start of a task to that of its run, if it may take long. */
  startMs?: number;
  /** Returns the maximum memory (MiB) of a run beyond that of an idle guest, given its limit. */
  allowedMb(limitMb: number): number;
  /** Matches text that error messages, stacks and log lines must never contain. */
  hostDetail: RegExp;
  /**
   * Scripts of well-behaved runs. `neighbour` sets its phase to `Working`, waits for the file `params.stop` and returns
   * "unharmed". `trivial` returns 42. `probe` returns everything that an earlier run could have left, which is the same
   * value in every new installation.
   */
  neighbour: string;
  trivial: string;
  probe: string;
}

/** Returns cases that show the same as others through another feature of the language; none at the smaller size. */
export function atWholeSize(...cases: HostileCase[]): HostileCase[] {
  return sized(cases, []);
}

export type Catalogue = Record<string, readonly HostileCase[]>;
