import type { Lane } from '../../workflow/engine/queue/lane.js';
import type { Pending } from '../tasks/views/pending.js';
import type { RecentRun } from '../tasks/views/recent-runs.js';
import type { ListedView } from '../tasks/views/task-view.js';
import type { Failing } from './failing.js';

/** Maximum number of unfinished tasks that are counted for a status. */
export const MAX_UNFINISHED = 10_000;
/** Maximum length of each list. */
export const MAX_FAILING = 20;
export const MAX_SLOW = 20;
export const MAX_SCHEDULES = 20;
/** Number of runs that are shown of a meta-task or a schedule. */
export const RUNS_SHOWN = 10;
/** Time ahead for which schedules are shown, in ms. */
export const SCHEDULES_MS = 12 * 60 * 60 * 1000;

export const UNFINISHED = ['pending', 'running', 'waiting'] as const;
export type Unfinished = (typeof UNFINISHED)[number];

/** The pending task that has been ready to run for longest. */
export interface OldestPending {
  id: string;
  name: string;
  metaTask: string;
  /** Time since the task could have run, in ms. */
  ageMs: number;
  /** Reason why the task waits; null if it has started in the meantime. */
  pending: Pending | null;
}

/** A schedule that ticks soon, has failed or was paused by the server. Times in ms. */
export interface ScheduleNow {
  id: string;
  name: string;
  metaTask: string;
  paused: boolean;
  nextAt: number | null;
  failures: number;
  lastError: string | null;
  pauseReason: string | null;
  runs: RecentRun[];
}

/** The state of a project: its load and everything that needs attention. Times in ms. */
export interface Now {
  at: number;
  counts: Record<Unfinished, number>;
  oldestPending: OldestPending | null;
  failing: (Failing & { runs: RecentRun[] })[];
  slow: ListedView[];
  approvals: { pending: number; nextExpiry: number | null };
  schedules: ScheduleNow[];
  webhooks: { failing: number; disabled: number };
  slots: Record<Lane, { used: number; of: number }>;
}
