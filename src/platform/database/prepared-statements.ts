import { createHash, randomBytes } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';

/** A connection plans its statements again after so long, since tables grow, ms. */
const PLANNED_MS = 60_000;

/** Runs frequent statements of PostgreSQL under names, so that a connection parses and plans each of them once a minute at most. */
export class PreparedStatements {
  private readonly names = new Map<string, string>();
  private readonly plannedAt = new WeakMap<ClientBase, number>();

  constructor(private readonly pool: Pool) {}

  /** Runs one by itself; gives its rows. */
  async run<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.pool.query({ name: this.nameOf(text), text, values: [...values] });
    return rows as Row[];
  }

  /** Runs one in the transaction of a connection; gives its rows. */
  async within<Row>(client: ClientBase, text: string, values: readonly unknown[]): Promise<Row[]> {
    const now = performance.now();
    const plannedAt = this.plannedAt.get(client);
    if (plannedAt === undefined) this.plannedAt.set(client, now);
    else if (now - plannedAt > PLANNED_MS) {
      this.plannedAt.set(client, now);
      await client.query('DISCARD PLANS');
    }
    const { rows } = await client.query({ name: this.nameOf(text), text, values: [...values] });
    return rows as Row[];
  }

  private nameOf(text: string): string {
    let name = this.names.get(text);
    if (name === undefined) {
      name = `metarun_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
      this.names.set(text, name);
    }
    return name;
  }
}

/**
 * Returns whether names hold for a connection: behind a pooler that gives each transaction another one, the second of two clients
 * finds the name of the first taken, or that of its own gone.
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
