import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type DataSource, Entity, PrimaryColumn } from 'typeorm';
import { openReader, sqliteDataSource } from './data-source.js';

@Entity('seen')
class Seen {
  @PrimaryColumn('integer')
  n!: number;
}
const TABLES = { entities: [Seen], migrations: [] };

let folder: string;
const opened: DataSource[] = [];

async function open(...given: Parameters<typeof sqliteDataSource>): Promise<DataSource> {
  const source = await sqliteDataSource(...given).initialize();
  opened.push(source);
  return source;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-data-source-'));
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((source) => source.destroy()));
  rmSync(folder, { recursive: true });
});

it('a reader knows the tables of the writer and sees only committed rows', async () => {
  const writer = await open(join(folder, 'test.db'), TABLES);
  const reader = await openReader(writer);
  opened.push(reader);
  await writer.synchronize();
  await writer.query('BEGIN');
  await writer.manager.insert(Seen, { n: 1 });
  expect(await reader.manager.find(Seen)).toEqual([]);
  await writer.query('COMMIT');
  expect(await reader.manager.find(Seen)).toEqual([{ n: 1 }]);
});

it('a database is flushed to the disk unless it is opened as temporary', async () => {
  const kept = await open(join(folder, 'kept.db'), TABLES);
  expect(await kept.query('PRAGMA synchronous')).toEqual([{ synchronous: 1 }]);
  expect(await kept.query('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  const temporary = await open(join(folder, 'temporary.db'), TABLES, { synced: false });
  expect(await temporary.query('PRAGMA synchronous')).toEqual([{ synchronous: 0 }]);
});

it.each([0o000, 0o022, 0o177])(
  'a database is made for its owner alone with the umask %d, and so is what SQLite keeps beside it',
  async (umask) => {
    const path = join(folder, 'private.db');
    const before = process.umask(umask);
    try {
      const source = await open(path, TABLES);
      await source.synchronize();
    } finally {
      process.umask(before);
    }
    expect(readModes(path)).toEqual([0o600, 0o600, 0o600]);
  },
);

it('a database that others could read is closed to them', async () => {
  const path = join(folder, 'open.db');
  const before = await open(path, TABLES);
  await before.synchronize();
  for (const suffix of SUFFIXES) chmodSync(path + suffix, 0o644);
  await open(path, TABLES);
  expect(readModes(path)).toEqual([0o600, 0o600, 0o600]);
});

const SUFFIXES = ['', '-wal', '-shm'];

function readModes(path: string): number[] {
  return SUFFIXES.map((suffix) => statSync(path + suffix).mode & 0o777);
}
