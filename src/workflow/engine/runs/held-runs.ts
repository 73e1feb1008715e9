import type { Logger } from 'pino';
import type { ActiveRun } from './active-run.js';
import { lose } from '../operations/lose.js';
import { heldBy } from '../operations/lost.js';
import type { Transitions } from '../state/transitions.js';
import type { WorkerLease } from '../workers/worker-lease.js';

/** Compares the runs of this server with its tasks by their rows. */
export class HeldRuns {
  /** The fences of tasks that were this server's by their rows alone at the last comparison. */
  private stray = new Map<string, number>();

  constructor(
    private readonly transitions: Transitions,
    private readonly lease: WorkerLease,
    private readonly runs: ReadonlyMap<string, ActiveRun>,
    private readonly graceMs: number,
    private readonly logger: Logger,
  ) {}

  /**
   * Ends runs whose tasks are not this server's any more, cancels those that are to be cancelled, and has tasks run
   * again that are this server's without a run: their start has failed, or the answer to their claim was lost.
   */
  async compare(): Promise<void> {
    const { id } = this.lease;
    const known = [...this.runs].filter(([, run]) => run.fence !== null && run.workerId === id);
    const rows = await heldBy(this.transitions.database, id);
    const held = new Map(rows.map((row) => [row.taskId, row]));
    for (const [taskId, run] of known) {
      const row = held.get(taskId);
      if (row === undefined || row.fence !== run.fence) run.loseLease();
      else if (row.cancelRequested) run.cancel('cancelled', this.graceMs);
    }
    const strays = rows.filter(({ taskId }) => !this.runs.has(taskId));
    const before = this.stray;
    this.stray = new Map(strays.map(({ taskId, fence }) => [taskId, fence]));
    for (const row of strays) {
      // Twice: the answer to a claim may just be under way.
      if (before.get(row.taskId) !== row.fence) continue;
      if ((await lose(this.transitions, row)) !== null)
        this.logger.warn({ task: row.taskId }, 'a task of this server had no run');
    }
  }
}
