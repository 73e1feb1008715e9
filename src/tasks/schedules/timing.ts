/** The times of a schedule. In ms since the epoch. */
export type Timing =
  | { kind: 'cron'; cron: string; timeZone: string }
  /** At `anchor` plus whole multiples of `everyMs`, from the first one on. */
  | { kind: 'every'; everyMs: number; anchor: number }
  | { kind: 'once'; at: number };

/** Policies for missed ticks. */
export const MISSED_POLICIES = ['skip', 'one', 'all'] as const;
export type MissedPolicy = (typeof MISSED_POLICIES)[number];

/** Policies for a tick while a task of the schedule has not ended. */
export const OVERLAP_POLICIES = ['allow', 'skip', 'cancel_running'] as const;
export type OverlapPolicy = (typeof OVERLAP_POLICIES)[number];
