import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../../platform/database/database.js';
import { newId } from '../../../base/kernel/ids.js';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';

/**
 * Prefix for the names of hold rows in the table `installation`. Their value is the end of the hold, in ms of the
 * database's clock.
 */
const PREFIX = 'backup:';
/** Duration after which a hold expires unless it is renewed, in ms. */
const LEASE_MS = 60_000;
const RENEW_MS = 10_000;
/** Delay before a failed renewal is retried, in ms. */
const RETRY_MS = 500;
/** SQL for the end of a row's hold; NULL for other rows, whose values are not numbers. */
const ENDS = `CASE WHEN name LIKE '${PREFIX}%' THEN CAST(value AS BIGINT) END`;

/**
 * Returns whether contents without a row must be kept, because a backup is copying contents and its snapshot of the
 * database may refer to them. Call this after committing the removal of the references: snapshots of later backups no
 * longer contain them. The sweep removes the contents afterwards.
 */
export async function removalsAreHeld(database: Pick<Database, 'query' | 'now'>): Promise<boolean> {
  const rows = await database.query(
    `SELECT name FROM installation WHERE ${ENDS} > ${database.now}`,
  );
  return rows.length > 0;
}

/** Removes the holds that a copy of the database contains from the backup that made it. */
export const DROP_HOLDS = `DELETE FROM installation WHERE name LIKE '${PREFIX}%'`;

/** The hold has expired. Other errors of a renewal leave this open. */
class HoldPassed extends Error {}

/** Keeps all servers from removing contents, from {@link begin} until it is disposed of. */
export class RemovalHold implements AsyncDisposable {
  private readonly name = PREFIX + newId();
  private passed: HoldPassed | null = null;
  private readonly renewals = new BackgroundLoop({
    work: () => this.renew(),
    pollMs: RENEW_MS,
    retryMs: RETRY_MS,
    // Errors are ignored, since the next renewal shows whether the hold has expired.
    onError: () => undefined,
  });

  private constructor(private readonly database: Database) {}

  static async begin(database: Database): Promise<RemovalHold> {
    const hold = new RemovalHold(database);
    // Remove the holds of crashed backups.
    await database.execute(`DELETE FROM installation WHERE ${ENDS} <= ${database.now}`);
    await database.execute(
      `INSERT INTO installation (name, value) VALUES (?, CAST(${hold.end} AS TEXT))`,
      [hold.name],
    );
    hold.renewals.start(RENEW_MS);
    return hold;
  }

  /** Throws if contents may have been removed, or if the database does not respond for the duration of a hold. */
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
