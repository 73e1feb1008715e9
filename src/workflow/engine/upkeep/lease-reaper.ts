import type { Logger } from 'pino';
import { lose } from '../operations/lose.js';
import { lost, LOST_AT_ONCE } from '../operations/lost.js';
import type { Transitions } from '../state/transitions.js';
import type { WorkerLease } from '../workers/worker-lease.js';
import type { WorkerRows } from '../workers/worker-rows.js';

/** Takes the runs of dead workers from them, so that other workers run the tasks. */
export class LeaseReaper {
  constructor(
    private readonly transitions: Transitions,
    private readonly rows: WorkerRows,
    private readonly lease: Pick<WorkerLease, 'id'>,
    private readonly logger: Logger,
  ) {}

  async reap(): Promise<void> {
    for (const { id, name } of await this.rows.bury(this.lease.id))
      this.logger.warn(
        { worker: id, host: name },
        'a server did not renew its lease and is considered dead',
      );
    for (let more = true; more;) {
      const runs = await lost(this.transitions.database, this.rows.alone);
      more = runs.length === LOST_AT_ONCE;
      for (const run of runs) {
        const row = await lose(this.transitions, run);
        if (row === null) continue;
        const { id: task, crashes, status } = row;
        this.logger.warn({ task, crashes, status }, 'a run lost its worker');
      }
    }
  }
}
