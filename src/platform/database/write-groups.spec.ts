import { expect, it } from '@jest/globals';
import type { Database, Transaction } from './database.js';
import { ALONE, type GroupKind, WriteGroups } from './write-groups.js';

/** Creates groups that record the kinds and items of each write. `fails` decides whether a write fails. */
function createGroups(fails: (items: readonly unknown[]) => Error | null = () => null) {
  const written: unknown[][] = [];
  const alone: unknown[] = [];
  const database: Pick<Database, 'write'> = {
    // The group kinds of this test do not use the transaction.
    write: (work) => work({} as Transaction),
  };
  const kind = (name: string): GroupKind<string, string> => ({
    name,
    together: async (_transaction, items) => {
      const error = fails(items);
      written.push([name, ...items]);
      if (error !== null) throw error;
      return items.map((item) => (item === 'held' ? ALONE : `${item} together`));
    },
    alone: async (item) => {
      alone.push(item);
      const error = fails([item]);
      if (error !== null) throw error;
      return `${item} alone`;
    },
  });
  return { groups: new WriteGroups(database), kind, written, alone };
}

it('concurrent writes go together by kind, and each gets its own answer', async () => {
  const { groups, kind, written, alone } = createGroups();
  const [b, a] = [kind('b'), kind('a')];
  const asked = [groups.add(b, '1'), groups.add(a, '2'), groups.add(b, 'held'), groups.add(b, '3')];
  expect(await Promise.all(asked)).toEqual([
    '1 together',
    '2 together',
    'held alone',
    '3 together',
  ]);
  expect(written).toEqual([
    ['a', '2'],
    ['b', '1', 'held', '3'],
  ]);
  expect(alone).toEqual(['held']);
  expect(await groups.add(a, '4')).toBe('4 together');
});

it('a write that fails in a group is isolated by halving and fails with its own error', async () => {
  const { groups, kind, alone } = createGroups((items) =>
    items.includes('poison') ? new Error('poisoned') : null,
  );
  const own = kind('own');
  const items = ['1', '2', '3', 'poison', '5', '6', '7', '8'];
  const results = await Promise.allSettled(items.map((item) => groups.add(own, item)));
  expect(
    results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed')),
  ).toEqual(items.map((item) => (item === 'poison' ? 'failed' : `${item} together`)));
  expect(alone).toEqual(['poison']);
});

it('no write is repeated after a lost connection, since it may have been stored', async () => {
  const lost = Object.assign(new Error('Connection terminated unexpectedly'));
  const { groups, kind, written, alone } = createGroups(() => lost);
  const own = kind('own');
  const results = await Promise.allSettled(['1', '2'].map((item) => groups.add(own, item)));
  expect(results).toEqual([
    { status: 'rejected', reason: lost },
    { status: 'rejected', reason: lost },
  ]);
  expect(written).toHaveLength(1);
  expect(alone).toEqual([]);
});

it('a kind that returns too few answers has each of its writes done alone', async () => {
  const { groups, kind } = createGroups();
  const short = { ...kind('short'), together: async () => [] };
  expect(await Promise.all([groups.add(short, '1'), groups.add(short, '2')])).toEqual([
    '1 alone',
    '2 alone',
  ]);
});

it('writes with a key of their own are grouped only with writes of the same key', async () => {
  const { groups, kind, written } = createGroups();
  const own = kind('own');
  await Promise.all([
    groups.add(own, '1'),
    groups.add(own, '2', 'one'),
    groups.add(own, '3', 'other'),
    groups.add(own, '4', 'one'),
  ]);
  expect(written).toEqual([
    ['own', '1'],
    ['own', '2', '4'],
    ['own', '3'],
  ]);
  expect(await groups.add(own, '5', 'one')).toBe('5 together');
});

it('a write requested as soon as its group has ended is written too', async () => {
  const { groups, kind } = createGroups();
  const own = kind('own');
  const results: string[] = [];
  const add = async (): Promise<void> => {
    results.push(await groups.add(own, `${results.length}`, 'one'));
    if (results.length < 20) await add();
  };
  await add();
  expect(results).toHaveLength(20);
});
