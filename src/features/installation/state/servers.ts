import type { Database } from '../../../platform/database/database.js';
import type { WorkerLease } from '../../../workflow/engine/workers/worker-lease.js';
import type { SeenWorker, WorkerRows } from '../../../workflow/engine/workers/worker-rows.js';
import { MAX_WORKERS, type Worker } from './installation-state.js';

/** The servers of an installation, by their rows. */
export class Servers {
  constructor(
    private readonly database: Database,
    private readonly rows: WorkerRows,
    readonly own: WorkerLease,
  ) {}

  /** Returns those that are there or were in the last hour: this one first, then those that were there last. */
  async all(): Promise<Worker[]> {
    const running = await this.running();
    const { id } = this.own;
    return (await this.rows.all())
      .map((row) => this.worker(row, row.id === id, running.get(row.id) ?? 0))
      .toSorted((a, b) => Number(b.self) - Number(a.self))
      .slice(0, MAX_WORKERS);
  }

  private worker(row: SeenWorker, self: boolean, running: number): Worker {
    return {
      id: row.id,
      self,
      alive: self || (!row.gone && Number(row.lease_until) >= Number(row.at)),
      draining: Boolean(row.draining),
      host: row.name,
      version: row.version,
      roles: row.roles.split(' '),
      startedAt: Number(row.started_at),
      slots: row.slots,
      agentSlots: row.agent_slots,
      running,
      seenAt: self ? Number(row.at) : Number(row.seen_at),
    };
  }

  private async running(): Promise<Map<string, number>> {
    const rows = await this.database.query<{ id: string; running: number }>(
      `SELECT worker_id AS id, COUNT(*) AS running FROM tasks
       WHERE status = 'running' AND worker_id IS NOT NULL GROUP BY worker_id`,
    );
    return new Map(rows.map(({ id, running }) => [id, Number(running)]));
  }
}
