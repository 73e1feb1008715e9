/** Runs of a meta-task that an activity has. */
export const RUNS_OF_ACTIVITY = 50;

/** The runs of a meta-task as a list shows them. Times in ms. */
export interface Activity {
  lastRun: { id: string; status: string; at: number } | null;
  /** The latest runs, latest first; `ms` is null until a run has ended. */
  spark: { status: string; ms: number | null }[];
  /** The next tick of its schedules. */
  nextAt: number | null;
  /** The creation of the first failure after the last success, of those runs; null where the last run has not failed. */
  failingSince: number | null;
}

/** Reads what goes on with meta-tasks. A port: tasks and schedules are features above this one. */
export abstract class Activities {
  /** By identifier. */
  abstract of(
    projectId: string,
    identifiers: readonly string[],
  ): Promise<ReadonlyMap<string, Activity>>;
}
