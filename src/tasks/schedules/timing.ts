/** When a schedule ticks. Times in ms since the epoch. */
export type Timing =
  | { kind: 'cron'; cron: string; timeZone: string }
  /** At `anchor` plus each whole multiple of `everyMs` from the first on. */
  | { kind: 'every'; everyMs: number; anchor: number }
  | { kind: 'once'; at: number };

/** The policies for ticks that could not be kept in time. */
export const MISSED_POLICIES = ['skip', 'one', 'all'] as const;
export type MissedPolicy = (typeof MISSED_POLICIES)[number];

/** The policies for a tick while a task of the schedule has not ended. */
export const OVERLAP_POLICIES = ['allow', 'skip', 'cancel_running'] as const;
export type OverlapPolicy = (typeof OVERLAP_POLICIES)[number];
