/** Number of runs in the activity of a meta-task. */
export const RUNS_OF_ACTIVITY = 50;

/** The recent runs of a meta-task, as lists show them. Times in ms. */
export interface Activity {
  lastRun: { id: string; status: string; at: number } | null;
  /** The latest runs, latest first; `ms` is null until a run has ended. */
  spark: { status: string; ms: number | null }[];
  /** Next tick of its schedules. */
  nextAt: number | null;
  /** Creation of the first failure after the last success among those runs; null unless the last run has failed. */
  failingSince: number | null;
}

/** Port: the recent activity of meta-tasks. Tasks and schedules are features above this one. */
export abstract class Activities {
  /** Returns activities by identifier. */
  abstract of(
    projectId: string,
    identifiers: readonly string[],
  ): Promise<ReadonlyMap<string, Activity>>;
}
