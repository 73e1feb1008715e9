import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import type { ActiveRun } from './active-run.js';
import { lose } from '../operations/lose.js';
import { heldBy } from '../operations/lost.js';
import type { Transitions } from '../state/transitions.js';
import type { WorkerLease } from '../workers/worker-lease.js';

/** Compares the runs of this server with the rows of its tasks, once in each renewal of its lease. */
export class RunReconciler {
  /** Fences of the tasks that had no run here, though their rows name this server, at the last pass. */
  private orphaned = new Map<string, number>();
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly transitions: Transitions,
    private readonly lease: WorkerLease,
    private readonly runs: ReadonlyMap<string, ActiveRun>,
    private readonly graceMs: number,
    private readonly logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      work: () => this.reconcile(),
      pollMs: lease.renewMs,
      onError: (error) => logger.warn({ err: error }, 'failed to compare runs with their rows'),
    });
  }

  start(): void {
    // Half an interval after the renewal, which would otherwise take a second connection of the database.
    this.loop.start(this.lease.renewMs / 2);
  }

  stop(): void {
    void this.loop.stop();
  }

  /**
   * Ends the runs of tasks that this server has lost, cancels the runs of tasks with a requested cancel, and releases the tasks
   * of this server that have no run: their start failed, or the answer to their claim was lost.
   */
  private async reconcile(): Promise<void> {
    const { id } = this.lease;
    const known = [...this.runs].filter(([, run]) => run.fence !== null && run.workerId === id);
    const rows = await heldBy(this.transitions.database, id);
    const held = new Map(rows.map((row) => [row.taskId, row]));
    for (const [taskId, run] of known) {
      const row = held.get(taskId);
      if (row === undefined || row.fence !== run.fence) run.loseLease();
      else if (row.cancelRequested) run.stop.request('cancelled', this.graceMs);
    }
    const orphaned = rows.filter(({ taskId }) => !this.runs.has(taskId));
    const before = this.orphaned;
    this.orphaned = new Map(orphaned.map(({ taskId, fence }) => [taskId, fence]));
    for (const row of orphaned) {
      // Twice in a row: the answer to a claim may just be under way.
      if (before.get(row.taskId) !== row.fence) continue;
      if ((await lose(this.transitions, row)) !== null)
        this.logger.warn(
          { task: row.taskId },
          'a task of this server had no run; it counts as lost',
        );
    }
  }
}
