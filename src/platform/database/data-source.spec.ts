import { mkdtempSync, rmSync } from 'node:fs';
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
