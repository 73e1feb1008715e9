/** Tests that the index of the terms of memories keeps nothing of a removed memory. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Database } from '../../src/platform/database/database.js';
import { MemoryIndex } from '../../src/agents/memories/memory-index.js';
import { collectTerms } from '../../src/files/search/analyzer.js';
import { parseQuery } from '../../src/files/search/search-query.js';
import { ftsTerms } from '../../src/files/search/terms.js';
import { type EmptyDatabase, migratedDatabase } from '../support/data-sources.js';

const PROJECT = '0199a000-0000-7000-8000-00000000beef';
const WORDS = ['quagmire', 'marsupials', 'yodel'];

let empty: EmptyDatabase;
let database: Database;
let copies = 0;

beforeEach(async () => {
  empty = await migratedDatabase();
  database = await empty.open();
});
afterEach(() => empty.remove());

async function insert(text: string): Promise<number> {
  const [row] = await database.execute<{ number: number }>(
    `INSERT INTO memories (id, project_id, scope, scope_id, subject_hash, kind, text, hash, status, trust, created_via,
       created_by, uses, created_at, updated_at)
     VALUES (?, ?, 'project', '', '', 'fact', ?, ?, 'active', 'high', 'person', 'x', 0, 0, 0) RETURNING number`,
    [text, PROJECT, text, text],
  );
  return Number(row?.number);
}

async function found(words: string): Promise<(string | null)[]> {
  const index = new MemoryIndex(database);
  const where = { sql: 'TRUE', values: [] };
  const rows = await index.matches(PROJECT, parseQuery(words, 'q'), where, 10);
  return rows.map(({ text }) => text);
}

it('the transaction that removes a memory leaves nothing of it in the index', async () => {
  const index = new MemoryIndex(database);
  const text = WORDS.join(' ');
  const row = { number: await insert('unused'), project_id: PROJECT };
  const other = { number: await insert('other'), project_id: PROJECT };
  await database.write(async (transaction) => {
    await index.put(transaction, row, text);
    await index.put(transaction, other, 'quokka');
  });
  expect(await stored()).toEqual([...WORDS, 'quokka']);
  await database.write((transaction) => index.remove(transaction, [row]));
  expect(await stored()).toEqual(['quokka']);
});

it('many removed memories leave no term in the index, not even at page boundaries', async () => {
  const index = new MemoryIndex(database);
  const rows: { number: number; project_id: string }[] = [];
  for (let n = 0; n < 2_000; n += 1)
    rows.push({ number: await insert(`pier ${n}`), project_id: PROJECT });
  const word = (n: number): string => `zephyr${String(n).padStart(4, '0')}`;
  await database.write(async (transaction) => {
    for (const [n, row] of rows.entries())
      await index.put(transaction, row, `The harbour ${word(n)} at pier${n}`);
  });
  const gone = rows.filter((_, n) => n % 2 === 0);
  await database.write((transaction) => index.remove(transaction, gone));
  expect(await found('harbour')).toHaveLength(500);
  const words = rows.map((_, n) => word(n));
  const left = await content();
  expect(words.filter((one, n) => left.includes(one) && n % 2 === 0)).toEqual([]);
  if (database.kind === 'postgres')
    expect(words.filter((one) => left.includes(one))).toHaveLength(1_000);
});

/** Returns the words that the index still contains in any form after free space is overwritten. */
async function stored(): Promise<string[]> {
  const left = await content();
  // FTS5 stores a term without the prefix that it shares with the term before it.
  const part = (word: string): string =>
    database.kind === 'postgres' ? word : ftsTerms(collectTerms(word), PROJECT).slice(-5);
  return [...WORDS, 'quokka'].filter((word) => left.includes(part(word)));
}

/** Returns the raw content of the index after free space is overwritten. */
async function content(): Promise<string> {
  if (database.kind === 'postgres') {
    const rows = await database.query<{ terms: string | null }>(
      'SELECT CAST(terms AS text) AS terms FROM memories',
    );
    return rows.map(({ terms }) => terms).join(' ');
  }
  const [main] = await database.query<{ file: string }>(
    `SELECT file FROM pragma_database_list WHERE name = 'main'`,
  );
  const copy = `${main?.file}.${(copies += 1)}`;
  await database.execute(`VACUUM INTO '${copy}'`);
  return readFileSync(copy, 'latin1');
}
