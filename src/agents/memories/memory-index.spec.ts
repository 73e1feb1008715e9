import { afterEach, describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { newId } from '../../base/kernel/ids.js';
import type { Condition } from '../../platform/database/database.js';
import { queryOfWords } from '../../files/search/search-query.js';
import { MemoryIndex } from './memory-index.js';
import type { MemoryRow } from './memory.js';

const ALL: Condition = { sql: "m.status <> 'revoked'", values: [] };

const bench = useEngineBench('memories');
afterEach(async () => {
  // SQLite stores the terms in a separate table.
  if (bench.database.kind === 'sqlite') await bench.database.execute('DELETE FROM memory_terms');
});

/** Adds a memory with its terms and returns the columns that the index needs. */
async function add(
  text: string,
  given: Partial<MemoryRow> = {},
): Promise<Pick<MemoryRow, 'number' | 'project_id'>> {
  const id = newId();
  await bench.insert('memories', {
    id,
    project_id: PROJECT,
    scope: 'project',
    scope_id: '',
    subject_hash: '',
    kind: 'fact',
    text,
    hash: id,
    status: 'active',
    trust: 'high',
    created_via: 'person',
    created_by: 'x',
    uses: 0,
    created_at: 0,
    updated_at: 0,
    ...given,
  });
  const [row] = await bench.database.query<Pick<MemoryRow, 'number' | 'project_id'>>(
    'SELECT number, project_id FROM memories WHERE id = ?',
    [id],
  );
  if (row === undefined) throw new Error('there is no memory');
  await bench.database.write((transaction) => index().put(transaction, row, text));
  return row;
}

function index(): MemoryIndex {
  return new MemoryIndex(bench.database);
}

async function found(words: string, { project = PROJECT, where = ALL, wanted = 10 } = {}) {
  const rows = await index().matches(project, queryOfWords(words), where, wanted);
  return rows.map(({ text }) => text);
}

describe('the index of memories', () => {
  it('memories that have any of the words are found, those with the rarer ones first', async () => {
    for (const day of ['Monday', 'Tuesday', 'Friday']) await add(`Parcels leave on ${day}`);
    await add('The gate code is secret');
    await add('Parcels need a code');
    expect(await found('code of parcels')).toEqual([
      'Parcels need a code',
      'The gate code is secret',
      'Parcels leave on Friday',
      'Parcels leave on Tuesday',
      'Parcels leave on Monday',
    ]);
    expect(await found('nothing')).toEqual([]);
  });

  it('a sentence of many words gives the same order as its rare words', async () => {
    for (const text of ['red apples grow here', 'green apples', 'red pears', 'blue plums'])
      await add(text);
    expect(await found('which red apples and pears grow there on plums')).toEqual([
      'red apples grow here',
      'red pears',
      'blue plums',
      'green apples',
    ]);
  });

  it('words are found whatever their case and accents', async () => {
    await add('Das Café öffnet');
    expect(await found('CAFE')).toEqual(['Das Café öffnet']);
    expect(await found('öffnet')).toEqual(['Das Café öffnet']);
  });

  it('a search sees no other project, and nothing that its condition leaves out', async () => {
    await add('own words');
    await add('other words', { project_id: 'other project' });
    await add('revoked words', { status: 'revoked' });
    expect(await found('words')).toEqual(['own words']);
    expect(await found('words', { project: 'other project' })).toEqual(['other words']);
    const where = { sql: 'm.kind = ?', values: ['preference'] };
    expect(await found('words', { where })).toEqual([]);
  });

  it('a memory that was put again is found by its new text alone, and a removed one by none', async () => {
    const row = await add('former');
    await bench.database.write((transaction) => index().put(transaction, row, 'present'));
    expect(await found('former')).toEqual([]);
    expect(await found('present')).toHaveLength(1);
    await bench.database.write((transaction) => index().remove(transaction, [row]));
    expect(await found('present')).toEqual([]);
  });

  it('memories that have all words of any group are found, the newest first', async () => {
    const texts = ['red fox', 'red bird', 'blue bird', 'blue fox', 'bird'];
    for (const text of texts) await add(text);
    const rows = await index().withGroups(PROJECT, [['red', 'bird'], ['blue']], ALL);
    expect(rows.map(({ text }) => text)).toEqual(['blue fox', 'blue bird', 'red bird']);
  });
});
