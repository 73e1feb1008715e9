import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { waitForUnlock } from './wait-for-unlock.js';

const folder = mkdtempSync(join(tmpdir(), 'metarun-locked-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('the wait for a database that another one writes to lets all else go on, and ends with the lock', async () => {
  const path = join(folder, 'metarun.db');
  const writer = new Database(path);
  writer.pragma('journal_mode = WAL');
  writer.exec('CREATE TABLE one (id INTEGER); BEGIN IMMEDIATE');
  let isOver = false;
  const waiting = waitForUnlock(path).then(() => (isOver = true));
  await delay(300);
  expect(isOver).toBe(false);
  writer.exec('ROLLBACK');
  await waiting;
  writer.close();
});

it('the wait ends at once for a database that no one writes to, or that is not there', async () => {
  const path = join(folder, 'free.db');
  new Database(path).exec('CREATE TABLE one (id INTEGER)').close();
  const began = performance.now();
  await waitForUnlock(path);
  await waitForUnlock(join(folder, 'none.db'));
  expect(performance.now() - began).toBeLessThan(2_000);
});
