import type { Lane } from '../../workflow/engine/queue/lane.js';
import type { Pending } from '../tasks/views/pending.js';
import type { RecentRun } from '../tasks/views/recent-runs.js';
import type { ListedView } from '../tasks/views/task-view.js';
import type { Failing } from './failing.js';

/** Unfinished tasks that are counted of one status. */
export const MAX_UNFINISHED = 10_000;
/** Entries of each list. */
export const MAX_FAILING = 20;
export const MAX_SLOW = 20;
export const MAX_SCHEDULES = 20;
/** Runs of each meta-task and of each schedule. */
export const RUNS_SHOWN = 10;
/** Schedules whose next tick is within this time are shown, ms. */
export const SCHEDULES_MS = 12 * 60 * 60 * 1000;

export const UNFINISHED = ['pending', 'running', 'waiting'] as const;
export type Unfinished = (typeof UNFINISHED)[number];

/** A pending task that could have run for longest. */
export interface OldestPending {
  id: string;
  name: string;
  metaTask: string;
  /** The time since it could have run, ms. */
  ageMs: number;
  /** Null if it has begun in the meantime. */
  pending: Pending | null;
}

/** A schedule that ticks soon, or that cannot. Times in ms. */
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

/** The things of a project that need attention, and how much goes on in it. Times in ms. */
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
