import type { Language } from '../../support/scripts.js';
import type { TestServer } from '../../support/server.js';
import { sized } from '../../support/size.js';
import type { TaskDetail } from '../../support/tasks.js';

/** A possible end of a case: a status of the task or its error code; `refused` where the script is not accepted. */
export type Ending =
  | 'refused'
  | 'success'
  | 'cancelled'
  | 'invalid_result'
  | 'out_of_memory'
  | 'sandbox_error'
  /** Also where its process ends itself, which has a code of its own. */
  | 'script_error'
  | 'timeout';

export type EndedTask = TaskDetail & {
  error_stack: string | null;
  cancel_requested_at: string | null;
};

/** A hostile script and its permitted ends. */
export interface HostileCase {
  name: string;
  /** Body of `run(params, reporter)`; or the whole `script`. */
  body?: string;
  script?: string;
  params?: Record<string, unknown>;
  /** Fields of its meta-task; without them {@link MEMORY_MB}, and 1 s where it may end by its timeout, else 60 s. */
  metaTask?: { timeout_seconds?: number; memory_mb?: number };
  /** Cancelled as soon as it has set its phase; it then has {@link GRACE_SECONDS}. */
  cancelled?: true;
  ends: readonly [Ending, ...Ending[]];
  /** Checks the ended task and its log; returns what is wrong, or null. */
  wrong?(task: EndedTask, log: string): string | null;
}

export const GRACE_SECONDS = 1;
export const MEMORY_MB = 64;

/** Returns the timeout in seconds: short where the script is to reach it, else long enough for a busy machine. */
export const resolveTimeout = ({ metaTask, ends }: HostileCase): number =>
  metaTask?.timeout_seconds ?? (ends.includes('timeout') ? 1 : 60);

/** The properties of a language that the harness needs. */
export interface Target {
  language: Language;
  /** Its name in tables; without it that of the language. */
  title?: string;
  /** Fields of every meta-task. */
  fields?: Record<string, unknown>;
  /** Further settings of its servers. */
  settings?: Record<string, string>;
  /** Makes what each project needs; returns fields of its meta-tasks. */
  prepareFields?(server: TestServer, project: string): Promise<Record<string, unknown>>;
  /** The most time from the start of a task to that of its run, where that may take long (ms). */
  startMs?: number;
  /** Most memory (MiB) of a run beyond an idle guest, for a limit. */
  allowedMb(limitMb: number): number;
  /** Matches what error messages, stacks and log lines must never hold. */
  hostDetail: RegExp;
  /**
   * Scripts of well-behaved runs. `neighbour` sets its phase to `Working`, waits for the file `params.stop`
   * and returns "unharmed"; `trivial` returns 42; `probe` returns all that a run could have left behind for a
   * later one, the same value in a fresh installation every time.
   */
  neighbour: string;
  trivial: string;
  probe: string;
}

/** Returns cases that show the same as others, by another way of the language; none of them at the lesser size. */
export function atWholeSize(...cases: HostileCase[]): HostileCase[] {
  return sized(cases, []);
}

/** Cases by their group. */
export type Catalogue = Record<string, readonly HostileCase[]>;
