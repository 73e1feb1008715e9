import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

/** Runs frequent statements of PostgreSQL under names, so that a connection parses and plans each of them once. */
export class PreparedReads {
  private readonly names = new Map<string, string>();

  constructor(private readonly pool: Pool) {}

  async run<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    let name = this.names.get(text);
    if (name === undefined) {
      name = `metarun_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
      this.names.set(text, name);
    }
    const { rows } = await this.pool.query({ name, text, values: [...values] });
    return rows as Row[];
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
