import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { openReader, sqliteDataSource } from './data-source.js';
import { Database, type Transaction } from './database.js';

const NO_TABLES = { entities: [], migrations: [] };

let folder: string;
let database: Database;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-groups-'));
  const path = join(folder, 'test.db');
  const writer = await sqliteDataSource(path, NO_TABLES).initialize();
  database = new Database(writer, await openReader(writer));
  await database.execute('CREATE TABLE seen (n INTEGER NOT NULL UNIQUE)');
});

beforeEach(async () => {
  await database.execute('DELETE FROM seen');
});

afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

async function insert(transaction: Transaction, n: number | null): Promise<void> {
  await transaction.query('INSERT INTO seen VALUES (?)', [n]);
}

async function stored(): Promise<number[]> {
  const rows = await database.query<{ n: number }>('SELECT n FROM seen ORDER BY n');
  return rows.map(({ n }) => n);
}

it('writes of one turn are committed together and in order before any caller gets its result', async () => {
  const before: number[][] = [];
  const order: string[] = [];
  const works = [1, 2, 3].map((n) =>
    database.writeGrouped(async (transaction) => {
      await insert(transaction, n);
      before.push(await stored());
      transaction.beforeCommit(async () => void order.push(`end of ${n}`));
      transaction.afterCommit(() => order.push(`committed ${n}`));
      return n;
    }),
  );
  const firstHeard = works[0]?.then(stored);
  expect(await Promise.all(works)).toEqual([1, 2, 3]);
  expect(before).toEqual([[], [], []]);
  expect(await firstHeard).toEqual([1, 2, 3]);
  const ends = [1, 2, 3].map((n) => `end of ${n}`);
  expect(order).toEqual([...ends, ...[1, 2, 3].map((n) => `committed ${n}`)]);
});

it('a grouped write that fails is undone and rejected alone after the others are committed', async () => {
  const published: number[] = [];
  const works = [1, null, 2, 1, 3].map((n) =>
    database.writeGrouped(async (transaction) => {
      await insert(transaction, n === null ? 10 : n + 10);
      transaction.afterCommit(() => published.push(n ?? 0));
      await insert(transaction, n);
      return n;
    }),
  );
  const atFailure = works[3]?.catch(stored);
  const results = await Promise.allSettled(works);
  expect(await atFailure).toEqual([1, 2, 3, 11, 12, 13]);
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(await stored()).toEqual([1, 2, 3, 11, 12, 13]);
  expect(published).toEqual([1, 2, 3]);
});

it('the other writes of a group are repeated one by one if SQLite ends its transaction', async () => {
  const published: number[] = [];
  const works = [1, 2, 3, 4].map((n) =>
    database.writeGrouped(async (transaction) => {
      transaction.afterCommit(() => published.push(n));
      await insert(transaction, n);
      // SQLite rolls back by itself if the disk is full, for example.
      if (n === 3) await transaction.query('ROLLBACK');
      return n;
    }),
  );
  const results = await Promise.allSettled(works);
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(await stored()).toEqual([1, 2, 4]);
  expect(published).toEqual([1, 2, 4]);
});
