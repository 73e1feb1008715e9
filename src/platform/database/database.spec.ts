import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openReader, sqliteDataSource } from './data-source.js';
import { Database } from './database.js';

/** About 20 ms of work for SQLite without a table. */
const WORK =
  'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 200000) SELECT COUNT(*) AS n FROM c';

const NO_TABLES = { entities: [], migrations: [] };

let folder: string;
let database: Database;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-database-'));
  const path = join(folder, 'test.db');
  const writer = await sqliteDataSource(path, NO_TABLES).initialize();
  database = new Database(writer, await openReader(writer));
  await database.execute('CREATE TABLE seen (n INTEGER)');
});

afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** Counts the turns of the event loop until `work` has ended. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let over = false;
  void work.finally(() => (over = true));
  let turns = 0;
  for (; !over; turns += 1) await nextTurn();
  return turns;
}

it('a long transaction yields to the event loop, and no other query sees its partial changes', async () => {
  const counts: number[] = [];
  const turns = await turnsDuring(
    database.write(async (transaction) => {
      for (let n = 0; n < 20; n += 1) {
        await transaction.query('INSERT INTO seen VALUES (?)', [n]);
        await transaction.query(WORK);
        const [row] = await database.query<{ n: number }>('SELECT COUNT(*) AS n FROM seen');
        counts.push(row?.n ?? -1);
      }
    }),
  );
  expect(turns).toBeGreaterThanOrEqual(4);
  expect(new Set(counts)).toEqual(new Set([0]));
});

it('a short write waits for a long transaction instead of joining it', async () => {
  const order: string[] = [];
  const long = database.write(async (transaction) => {
    for (let n = 0; n < 10; n += 1) await transaction.query(WORK);
    order.push('long');
  });
  const short = database.execute('INSERT INTO seen VALUES (100)').then(() => order.push('short'));
  await Promise.all([long, short]);
  expect(order).toEqual(['long', 'short']);
});

it('the event loop gets a turn between any two of many long reads of a project', async () => {
  const reads = Array.from({ length: 30 }, () =>
    database.inTurn('one', () => database.query('SELECT 1')),
  );
  expect(await turnsDuring(Promise.all(reads))).toBeGreaterThanOrEqual(30);
});

it("a project waits for one piece of another project's work, not for all of it", async () => {
  const order: string[] = [];
  const piece = (project: string): Promise<unknown> =>
    database.inTurn(project, async () => order.push(project));
  const many = Array.from({ length: 10 }, () => piece('many'));
  await Promise.all([...many, piece('one')]);
  expect(order.indexOf('one')).toBeLessThanOrEqual(2);
});
