import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../../platform/database/database.js';
import { newId } from '../../../base/kernel/ids.js';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';

/** Begins the names of the rows of holds in the table `installation`. Their value is when they end, ms of the database's clock. */
const PREFIX = 'backup:';
/** A hold of which nothing is heard for this long has died with its process, ms. */
const LEASE_MS = 60_000;
const RENEW_MS = 10_000;
/** Time until another try after a renewal that failed, ms. */
const RETRY_MS = 500;
/** SQL for when a row's hold ends; null of other rows, whose values are no numbers. */
const ENDS = `CASE WHEN name LIKE '${PREFIX}%' THEN CAST(value AS BIGINT) END`;

/**
 * Returns whether contents that no row names must stay where they are: a backup has a snapshot of the database that may name
 * them, and copies them now. Ask after what took the names away has been committed: a backup that begins later has a
 * snapshot without them. The sweep removes them afterwards.
 */
export async function removalsAreHeld(database: Pick<Database, 'query' | 'now'>): Promise<boolean> {
  const rows = await database.query(
    `SELECT name FROM installation WHERE ${ENDS} > ${database.now}`,
  );
  return rows.length > 0;
}

/** Removes the holds that a copy of a database has from the backup that made it. */
export const DROP_HOLDS = `DELETE FROM installation WHERE name LIKE '${PREFIX}%'`;

/** The hold has passed. Any other error of a renewal says nothing of that. */
class HoldPassed extends Error {}

/** Keeps all servers from removing contents, from {@link begin} until it is disposed of. */
export class RemovalHold implements AsyncDisposable {
  private readonly name = PREFIX + newId();
  private passed: HoldPassed | null = null;
  private readonly renewals = new BackgroundLoop({
    work: () => this.renew(),
    pollMs: RENEW_MS,
    retryMs: RETRY_MS,
    // It is tried again: whether the hold has passed is said by the last renewal.
    onError: () => undefined,
  });

  private constructor(private readonly database: Database) {}

  static async begin(database: Database): Promise<RemovalHold> {
    const hold = new RemovalHold(database);
    // Those of backups that died.
    await database.execute(`DELETE FROM installation WHERE ${ENDS} <= ${database.now}`);
    await database.execute(
      `INSERT INTO installation (name, value) VALUES (?, CAST(${hold.end} AS TEXT))`,
      [hold.name],
    );
    hold.renewals.start(RENEW_MS);
    return hold;
  }

  /** Throws if contents may have been removed meanwhile, or where the database does not say so in the time of a hold. */
  async assertHeld(): Promise<void> {
    const began = performance.now();
    for (;;)
      try {
        return await this.renew();
      } catch (error) {
        if (error instanceof HoldPassed || performance.now() - began > LEASE_MS) throw error;
        await delay(RETRY_MS);
      }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.renewals.stop();
    await this.database.execute('DELETE FROM installation WHERE name = ?', [this.name]);
  }

  /** SQL */
  private get end(): string {
    return `${this.database.now} + ${LEASE_MS}`;
  }

  private async renew(): Promise<void> {
    if (this.passed !== null) throw this.passed;
    const held = await this.database.execute(
      `UPDATE installation SET value = CAST(${this.end} AS TEXT)
       WHERE name = ? AND ${ENDS} > ${this.database.now} RETURNING name`,
      [this.name],
    );
    if (held.length > 0) return;
    this.passed = new HoldPassed(
      `The backup stood still for more than ${LEASE_MS / 1000} s, and servers may have removed contents that it needs. Begin again.`,
    );
    throw this.passed;
  }
}
