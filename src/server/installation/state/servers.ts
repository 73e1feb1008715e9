import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { takenBy } from '../../../workflow/engine/queue/pool.js';
import { WorkerLease } from '../../../workflow/engine/workers/worker-lease.js';
import { type SeenWorker, WorkerRows } from '../../../workflow/engine/workers/worker-rows.js';
import type { LiveServer } from './installation-load.js';
import { MAX_WORKERS, type Worker } from './installation-state.js';

/** The servers of an installation, read from their rows. */
@Injectable()
export class Servers {
  constructor(
    private readonly database: Database,
    private readonly rows: WorkerRows,
    readonly own: WorkerLease,
  ) {}

  /** Returns the servers that run or ran within the last hour: this one first, then by latest heartbeat. */
  async all(): Promise<Worker[]> {
    const running = await this.running();
    const { id } = this.own;
    return (await this.rows.all())
      .map((row) => this.worker(row, row.id === id, running.get(row.id) ?? 0))
      .toSorted((a, b) => Number(b.self) - Number(a.self))
      .slice(0, MAX_WORKERS);
  }

  /** Returns the running servers, including this one. */
  async live(): Promise<LiveServer[]> {
    const rows = await this.rows.all();
    return rows
      .filter((row) => this.lives(row))
      .map((row) => ({
        version: row.version,
        taken: takenBy(row),
        slots: { script: row.slots, agent: row.agent_slots },
      }));
  }

  private lives(row: SeenWorker): boolean {
    return row.id === this.own.id || (!row.gone && Number(row.lease_until) >= Number(row.at));
  }

  private worker(row: SeenWorker, self: boolean, running: number): Worker {
    return {
      id: row.id,
      self,
      alive: this.lives(row),
      draining: Boolean(row.draining),
      host: row.name,
      version: row.version,
      roles: row.roles.split(' '),
      ...takenBy(row),
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
