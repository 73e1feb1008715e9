import type { Database, Transaction } from '../../../platform/database/database.js';
import { type Taken, takenBy } from '../queue/pool.js';
import type { WorkerEntity } from './worker.entity.js';

/** Removes the workers of the original from a copied database. */
export const DROP_WORKERS = 'DELETE FROM workers';

/** Records that a worker has a tag. */
const KNOW_TAG = 'INSERT INTO worker_tags (tag) VALUES (?) ON CONFLICT DO NOTHING';

/** Time after the end of its lease when a worker is deleted, in ms. */
const FORGOTTEN_MS = 60 * 60 * 1000;
/** End of a lease that never ends, for a worker that excludes others. */
const FOR_EVER = Number.MAX_SAFE_INTEGER;

/** Facts that a worker reports when it registers. */
export type WorkerFacts = Pick<
  WorkerEntity,
  | 'name'
  | 'roles'
  | 'tags'
  | 'only_tagged'
  | 'version'
  | 'knows'
  | 'slots'
  | 'agent_slots'
  | 'started_at'
>;

/** State that a worker reports with each renewal. */
export type WorkerState = Pick<WorkerEntity, 'running' | 'draining'>;

/** Result of a renewal. */
export interface Renewal {
  /** Number of breaking migrations of the database. */
  breaking: number;
  /** Number of other workers with a lease. */
  others: number;
}

/** A worker, and the current time of the database's clock. */
export type SeenWorker = WorkerEntity & { at: number };

/** Returns the SQL condition of a worker with a lease. */
function lives(now: string): string {
  return `gone = FALSE AND lease_until >= ${now}`;
}

/** Returns the machines of the processes with a lease. */
export async function liveHosts(
  { now }: Database,
  reader: Pick<Transaction, 'query'>,
): Promise<string[]> {
  const rows = await reader.query<{ name: string }>(
    `SELECT name FROM workers WHERE ${lives(now)} ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}

/** The workers of an installation. `alone`: this process excludes others. */
export class WorkerRows {
  constructor(
    private readonly database: Database,
    readonly alone: boolean,
  ) {}

  /** Adds a worker. If it is alone, all others are dead. */
  async register(id: string, facts: WorkerFacts, leaseMs: number): Promise<void> {
    const { now } = this.database;
    await this.database.write(async (transaction) => {
      for (const tag of takenBy(facts).tags) await transaction.query(KNOW_TAG, [tag]);
      if (this.alone) await transaction.query(DROP_WORKERS);
      await transaction.query(
        `INSERT INTO workers (id, name, roles, tags, only_tagged, version, knows, slots, agent_slots, running, draining, gone, started_at,
           seen_at, lease_until)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ${now}, ${this.alone ? '?' : `${now} + ?`})`,
        [
          id,
          facts.name,
          facts.roles,
          facts.tags,
          facts.only_tagged,
          facts.version,
          facts.knows,
          facts.slots,
          facts.agent_slots,
          false,
          false,
          facts.started_at,
          this.alone ? FOR_EVER : leaseMs,
        ],
      );
    });
  }

  /** Renews a lease. Returns null if the worker is dead, which is final. */
  async renew(id: string, leaseMs: number, state: WorkerState): Promise<Renewal | null> {
    const { now } = this.database;
    const [row] = await this.database.execute<{ breaking: number; others: number }>(
      `UPDATE workers SET seen_at = ${now}, lease_until = ${now} + ?, running = ?, draining = ?
       WHERE id = ? AND gone = FALSE
       RETURNING (SELECT COUNT(*) FROM schema_marks WHERE breaking = TRUE) AS breaking,
         (SELECT COUNT(*) FROM workers WHERE ${lives(now)} AND id <> ?) AS others`,
      [leaseMs, state.running, state.draining, id, id],
    );
    if (row === undefined) return null;
    return { breaking: Number(row.breaking), others: Number(row.others) };
  }

  async remove(id: string): Promise<void> {
    await this.database.execute('DELETE FROM workers WHERE id = ?', [id]);
  }

  /**
   * Declares workers without a lease dead, and deletes those that have long been dead. Returns the newly dead ones.
   * `own`: the worker of this process, which lives.
   */
  async bury(own: string): Promise<Pick<WorkerEntity, 'id' | 'name'>[]> {
    const { now } = this.database;
    const passed = `gone = FALSE AND lease_until < ${now} AND id <> ?`;
    const gone = await this.database.query<{ id: string; forgotten: number }>(
      `SELECT id, CASE WHEN gone = TRUE THEN 1 ELSE 0 END AS forgotten FROM workers
       WHERE ${passed} OR gone = TRUE AND lease_until < ${now} - ${FORGOTTEN_MS}`,
      [own],
    );
    if (gone.length === 0) return [];
    if (gone.some(({ forgotten }) => Number(forgotten) === 1))
      await this.database.execute(
        `DELETE FROM workers WHERE gone = TRUE AND lease_until < ${now} - ${FORGOTTEN_MS}`,
      );
    // The condition is repeated: the worker may have renewed its lease.
    return this.database.execute(
      `UPDATE workers SET gone = TRUE WHERE ${passed} RETURNING id, name`,
      [own],
    );
  }

  /** Returns all tags that workers have ever had, sorted. */
  async knownTags(): Promise<string[]> {
    const rows = await this.database.query<{ tag: string }>(
      'SELECT tag FROM worker_tags ORDER BY tag',
    );
    return rows.map(({ tag }) => tag);
  }

  /** Returns the pools that each living worker takes, if it runs tasks. */
  async taken(): Promise<Taken[]> {
    const rows = await this.database.query<Pick<WorkerEntity, 'tags' | 'only_tagged'>>(
      `SELECT tags, only_tagged FROM workers
       WHERE ${lives(this.database.now)} AND draining = FALSE AND slots > 0`,
    );
    return rows.map(takenBy);
  }

  /** Returns all known workers, the last seen first. */
  all(): Promise<SeenWorker[]> {
    return this.database.query<SeenWorker>(
      `SELECT *, ${this.database.now} AS at FROM workers ORDER BY seen_at DESC, id`,
    );
  }
}
