import { randomBytes } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { hashSha256 } from '../../base/kernel/sha256.js';

/**
 * Time after which a connection plans its statements again (ms), which doubles each time: a plan made for an empty
 * table still scans the whole table seconds later, when it has a few thousand rows.
 */
const PLANNED_MS = { first: 1_000, most: 60_000 };

interface Planned {
  at: number;
  /** Time for which the plans are kept (ms). */
  forMs: number;
}

/** Runs frequent PostgreSQL statements by name, so that a connection does not parse and plan them each time. */
export class PreparedStatements {
  private readonly names = new Map<string, string>();
  private readonly planned = new WeakMap<ClientBase, Planned>();

  constructor(private readonly pool: Pool) {}

  /** Runs a statement outside a transaction; returns its rows. */
  async run<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.pool.query({
      name: this.resolveStatementName(text),
      text,
      values: [...values],
    });
    return rows as Row[];
  }

  /** Runs a statement in the transaction of a connection; returns its rows. */
  async within<Row>(client: ClientBase, text: string, values: readonly unknown[]): Promise<Row[]> {
    if (this.isToPlan(client)) await client.query('DISCARD PLANS');
    const { rows } = await client.query({
      name: this.resolveStatementName(text),
      text,
      values: [...values],
    });
    return rows as Row[];
  }

  /** Returns whether the plans of a connection are too old; if so, they count as new from then on. */
  private isToPlan(client: ClientBase): boolean {
    const now = performance.now();
    const planned = this.planned.get(client);
    if (planned === undefined) {
      this.planned.set(client, { at: now, forMs: PLANNED_MS.first });
      return false;
    }
    if (now - planned.at <= planned.forMs) return false;
    planned.at = now;
    planned.forMs = Math.min(PLANNED_MS.most, planned.forMs * 2);
    return true;
  }

  private resolveStatementName(text: string): string {
    let name = this.names.get(text);
    if (name === undefined) {
      name = `metarun_${hashSha256(text).slice(0, 16)}`;
      this.names.set(text, name);
    }
    return name;
  }
}

/**
 * Returns whether names persist on a connection. Behind a pooler that assigns a connection for each transaction, the
 * second of two clients finds the first one's name taken, or its own name missing.
 */
export async function canPrepare(pool: Pool): Promise<boolean> {
  const trial = { name: `metarun_${randomBytes(8).toString('hex')}`, text: 'SELECT 1' };
  const [one, other] = [await pool.connect(), await pool.connect()];
  try {
    for (const client of [one, other, one, other]) await client.query(trial);
    return true;
  } catch {
    return false;
  } finally {
    one.release();
    other.release();
  }
}
