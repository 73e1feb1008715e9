import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { TestServer } from '../../support/server.js';

/** Statement that a server executed. */
export interface Recorded {
  sql: string;
  values: (string | number | boolean | null)[];
  /** False if its transaction forbids sequential scans in PostgreSQL. */
  scans: boolean;
}

/** Work of a statement regardless of its result: pages read on SQLite, rows on PostgreSQL. */
export interface Work {
  sql: string;
  amount: number;
  plan: string;
}

/** Reads the statements that `test/faults/plans/record-statements.mjs` wrote to a file. */
export function recordedIn(file: string): Recorded[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Recorded)
    .filter(({ sql }) => /^\s*(SELECT|WITH|UPDATE|DELETE|INSERT)\s/i.test(sql));
}

/** Repeats statements on the data of a stopped server, undoing each, and returns the most work per text. */
export async function measureWork(
  server: TestServer,
  recorded: readonly Recorded[],
): Promise<Work[]> {
  const url = server.env['METARUN_DATABASE_URL'];
  const measured =
    url === undefined
      ? onSqlite(join(server.dataDir, 'metarun.db'), recorded)
      : await onPostgres(url, recorded);
  const most = new Map<string, Work>();
  for (const work of measured)
    if (work.amount > (most.get(work.sql)?.amount ?? -1)) most.set(work.sql, work);
  return [...most.values()].toSorted((one, other) => other.amount - one.amount);
}

/** Error of an insert whose row already exists. */
const THERE = /constraint|duplicate key/i;

function onSqlite(path: string, recorded: readonly Recorded[]): Work[] {
  const database = new Sqlite(path);
  const all: Work[] = [];
  for (const { sql, values } of recorded) {
    const bound = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    database.exec('BEGIN');
    try {
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(bound) as { detail: string }[];
      const statement = database.prepare(sql);
      // The cache is emptied, so that each page the statement uses is read from the file once.
      database.pragma('shrink_memory');
      const before = reads();
      if (statement.reader) statement.all(bound);
      else statement.run(bound);
      all.push({
        sql,
        amount: reads() - before,
        plan: plan.map(({ detail }) => detail).join('\n'),
      });
    } catch (error) {
      if (!THERE.test(String(error))) throw error;
    } finally {
      database.exec('ROLLBACK');
    }
  }
  database.close();
  return all;
}

/** Returns how many times this thread has read from a file. */
function reads(): number {
  return Number(/^syscr: (\d+)$/m.exec(readFileSync('/proc/thread-self/io', 'utf8'))?.[1]);
}

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Relation Name'?: string;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

async function onPostgres(url: string, recorded: readonly Recorded[]): Promise<Work[]> {
  const client = new pg.Client(url);
  await client.connect();
  const all: Work[] = [];
  for (const { sql, values, scans } of recorded) {
    await client.query('BEGIN');
    try {
      if (!scans) await client.query('SET LOCAL enable_seqscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, FORMAT JSON) ${sql}`,
        values,
      );
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      if (plan)
        all.push({ sql, amount: countScannedRows(plan), plan: JSON.stringify(plan, null, 1) });
    } catch (error) {
      if (!THERE.test(String(error))) throw error;
    } finally {
      await client.query('ROLLBACK');
    }
  }
  await client.end();
  return all;
}

/** Returns the number of rows read by the scans of a plan. */
function countScannedRows(node: PlanNode): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const own = node['Node Type'].endsWith(' Scan')
    ? (node['Actual Rows'] + removed) * node['Actual Loops']
    : 0;
  return (node.Plans ?? []).reduce((sum, plan) => sum + countScannedRows(plan), own);
}
