import { afterEach, describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import type { Condition } from '../../platform/database/database.js';
import { groupsOfNear } from './admission.js';
import { MemoriesService, type MemoryChange } from './memories.service.js';
import { MemoryIndex } from './memory-index.js';
import { type Kept, MemoryStore, type NewMemory } from './memory-store.js';
import { BY_HAND, hashOfText, MAX_OF_SCOPE, type MemoryRow } from './memory.js';
import { Revocation } from './revocation.service.js';
import { MemoryVectors } from './vectors/memory-vectors.js';
import { MemoryVectorJobs } from './vectors/memory-vector-jobs.js';

const ALL: Condition = { sql: '1 = 1', values: [] };
const SECRET = 'The key is AKIAIOSFODNN7EXAMPLE';

const bench = useEngineBench(
  'memories',
  'memory_sources',
  'memory_uses',
  'memory_tombstones',
  'memory_counters',
  'memory_vectors',
);
afterEach(async () => {
  // SQLite stores the terms in a separate table.
  if (bench.database.kind === 'sqlite') await bench.database.execute('DELETE FROM memory_terms');
});

const index = (): MemoryIndex => new MemoryIndex(bench.database);

function store(): MemoryStore {
  const vectors = new MemoryVectors(bench.database, new MemoryVectorJobs(bench.database));
  return new MemoryStore(bench.database, bench.events, index(), vectors);
}

function keep(text: string, given: Partial<NewMemory> = {}): Promise<Kept> {
  const place = { scope: 'project', scopeId: '', subjectHash: '' } as const;
  const by = { createdVia: 'person', createdBy: 'Ada', sources: [BY_HAND] } as const;
  const rest = { kind: 'fact', status: 'active', trust: 'high', expiresAt: null } as const;
  const memory = { projectId: PROJECT, place, text, ...rest, ...by, ...given };
  return bench.database.write((transaction) => store().keep(transaction, memory));
}

async function kept(text: string, given?: Partial<NewMemory>): Promise<MemoryRow> {
  const made = await keep(text, given);
  if (!('row' in made)) throw new Error(made.outcome);
  return made.row;
}

/** Returns the changes that the events of the project report, oldest first. */
async function reports(): Promise<unknown[]> {
  const events = await bench.events.read({ projectId: PROJECT, after: 0, limit: 100 });
  return events.map(({ data }) => data['change']);
}

async function memory(id: string): Promise<MemoryRow> {
  const [row] = await bench.database.query<MemoryRow>('SELECT * FROM memories WHERE id = ?', [id]);
  if (row === undefined) throw new Error('there is no memory');
  return row;
}

describe('a memory', () => {
  it('a change of a text takes no secret, and what was made of the former text is made again', async () => {
    const { id, number } = await kept('Parcels leave on Monday');
    const memories = new MemoriesService(store(), index());
    await expect(memories.change(PROJECT, id, { text: SECRET })).rejects.toMatchObject({
      code: 'invalid_memory',
    });
    expect((await memory(id)).text).toBe('Parcels leave on Monday');
    await bench.database.execute(`UPDATE memory_vectors SET model = 'made'`);
    await memories.change(PROJECT, id, { text: 'Parcels leave on Friday' });
    const vectors = await bench.database.query('SELECT number, model FROM memory_vectors');
    expect(vectors).toEqual([{ number, model: '' }]);
  });

  it('a memory with another text is known by it, and by its former one no more', async () => {
    const memories = new MemoriesService(store(), index());
    const { id } = await kept('Parcels leave on Monday');
    await memories.change(PROJECT, id, { text: 'Parcels leave on Friday' });
    expect(await keep('parcels leave on FRIDAY!')).toMatchObject({ outcome: 'known', row: { id } });
    const found = (word: string) => index().withGroups(PROJECT, groupsOfNear(word), ALL);
    expect(await found('Friday')).toMatchObject([{ id }]);
    expect(await found('Monday')).toEqual([]);
    expect((await keep('Parcels leave on Monday')).outcome).toBe('added');
  });

  it.each<[string, Partial<NewMemory>, MemoryChange, object]>([
    [
      'another text',
      {},
      { text: 'Parcels leave on Friday' },
      { text: 'Parcels leave on Friday', hash: hashOfText('parcels leave on friday') },
    ],
    [
      'another kind and end',
      {},
      { kind: 'preference', expiresAt: 9 },
      { kind: 'preference', expires_at: 9 },
    ],
    ['no end', { expiresAt: 9 }, { expiresAt: null }, { expires_at: null }],
    ['the word of a person', { status: 'pending' }, { accept: true }, { status: 'active' }],
    ['that word a second time', {}, { accept: true }, {}],
  ])('a memory that gets %s changes in nothing else', async (_, given, change, changes) => {
    const { id, status } = await kept('Parcels leave on Monday', given);
    await bench.pass(1);
    const memories = new MemoriesService(store(), index());
    const work = () => memories.change(PROJECT, id, change);
    expect(await bench.changes('memories', id, work)).toEqual({
      ...changes,
      updated_at: Date.now(),
    });
    const reported = change.accept && status === 'pending' ? ['accepted'] : [];
    expect((await reports()).slice(1)).toEqual(reported);
  });

  it.each(['revoked', 'superseded'])('a memory that is %s is changed no more', async (status) => {
    const { id } = await kept('Parcels leave on Monday');
    await bench.database.execute('UPDATE memories SET status = ?', [status]);
    const memories = new MemoriesService(store(), index());
    for (const change of [{ text: 'other' }, { accept: true }])
      await expect(memories.change(PROJECT, id, change)).rejects.toMatchObject({
        code: 'conflict',
      });
  });

  it('a memory that takes the place of another one names it, and that one is given no more', async () => {
    const [old, by] = [
      await kept('Parcels leave on Monday'),
      await kept('Parcels leave on Friday'),
    ];
    await bench.pass(1);
    const supersede = () =>
      bench.database.write((transaction) => store().supersede(transaction, old, by));
    const ofBoth = () => bench.changes('memories', by.id, supersede);
    let ofNew = {};
    const ofOld = await bench.changes('memories', old.id, async () => (ofNew = await ofBoth()));
    expect(ofOld).toEqual({ status: 'superseded', updated_at: Date.now() });
    expect(ofNew).toEqual({ supersedes_id: old.id });
    // A second replacement finds nothing to replace.
    const third = await kept('Parcels leave on Sunday');
    const late = () => bench.database.write((tx) => store().supersede(tx, old, third));
    expect(await bench.changes('memories', third.id, late)).toEqual({});
    expect(await reports()).toEqual(['added', 'added', 'superseded', 'added']);
  });

  it('each way in which a memory is kept or refused is counted', async () => {
    await keep('Ships sail');
    await keep('SHIPS sail.');
    await keep(SECRET);
    const { statuses, counters } = await new MemoriesService(store(), index()).stats(PROJECT);
    expect(statuses).toEqual([{ status: 'active', count: 1, used: 0 }]);
    expect(Object.fromEntries(counters)).toEqual({ candidates: 3, added: 1, known: 1, secret: 1 });
  });

  it('the memory of a program is known by the nearest of those that mean the same', async () => {
    const [far, near] = [await kept('parcels leave each monday'), await kept('on mondays we ship')];
    const model = { id: 'model', length: 2 };
    const meaning = (same: number[]) => ({ model, vector: Float32Array.from([1, 0]), same });
    const text = 'deliveries go out as the week begins';
    const say = (same: number[], given: Partial<NewMemory> = {}) =>
      keep(text, { createdVia: 'script', meaning: meaning(same), ...given });
    const known = { outcome: 'known', row: { id: near.id } };
    expect(await say([near.number, far.number])).toMatchObject(known);
    expect(await say([far.number, near.number])).toMatchObject({ row: { id: far.id } });
    // A revoked memory is skipped.
    await bench.database.execute(`UPDATE memories SET status = 'revoked' WHERE id = ?`, [far.id]);
    expect(await say([far.number, near.number])).toMatchObject(known);
    // A person's text is always added.
    expect((await say([near.number], { createdVia: 'person' })).outcome).toBe('added');
  });

  it('a memory has the sources of each task once, and one of all people', async () => {
    const sourceOf = (taskId: string, quote: string) => {
      return { taskId, attempt: 1, stepId: null, pointer: '/p', quote };
    };
    const { id } = await kept('Ships sail');
    for (const taskId of ['t', 't', 'u'])
      await keep('Ships sail', { sources: [sourceOf(taskId, 'one'), sourceOf(taskId, 'two')] });
    await keep('Ships sail');
    const { sources } = await new MemoriesService(store(), index()).origins(PROJECT, id);
    expect(sources.map(({ task_id, quote }) => `${task_id} ${quote}`)).toEqual([
      'null null',
      't one',
      't two',
      'u one',
      'u two',
    ]);
  });

  it('the memories of a place are limited, also those that wait for a person', async () => {
    const { id } = await kept('first', { status: 'pending' });
    const same =
      'project_id, scope, scope_id, subject_hash, kind, text, status, trust, created_via, created_by, uses, created_at, updated_at';
    await bench.database.execute(
      `INSERT INTO memories (id, hash, ${same})
       WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${MAX_OF_SCOPE})
       SELECT id || '-' || n, 'h' || n, ${same} FROM memories CROSS JOIN numbers WHERE id = ?`,
      [id],
    );
    expect((await keep('one more')).outcome).toBe('limit');
    const elsewhere = { scope: 'task_type', scopeId: 'type', subjectHash: '' } as const;
    expect((await keep('one more', { place: elsewhere })).outcome).toBe('added');
    await bench.database.execute(`UPDATE memories SET status = 'revoked' WHERE id = ?`, [id]);
    expect((await keep('one more')).outcome).toBe('added');
  });
});

describe('the revocation of memories', () => {
  it('a purge erases text, quotes and what tasks were given, also of memories that were revoked before', async () => {
    const run = await bench.addRun();
    const source = { taskId: run.taskId, attempt: 1, stepId: null, pointer: '/p', quote: 'Bonn' };
    const gone = await kept('Ada lives in Bonn', { sources: [source] });
    const other = await kept('Ships sail');
    const result = JSON.stringify([gone, other].map(({ id, text }) => ({ id, text })));
    const step = await bench.addStep(run.taskId, { kind: 'memory', status: 'success', result });
    for (const { id } of [gone, other])
      await bench.insert('memory_uses', {
        memory_id: id,
        task_id: run.taskId,
        step_id: step,
        project_id: PROJECT,
        created_at: 0,
      });
    const revocation = new Revocation(store(), index());
    const where = { sql: 'm.id = ?', values: [gone.id] };
    const tasks = [run.taskId];
    expect(await revocation.revoke(PROJECT, where, false)).toEqual({
      revoked: 1,
      purged: 0,
      tasks,
    });
    expect(await memory(gone.id)).toMatchObject({ status: 'revoked', text: 'Ada lives in Bonn' });
    expect(await revocation.revoke(PROJECT, where, true)).toEqual({ revoked: 0, purged: 1, tasks });
    expect(await memory(gone.id)).toMatchObject({ status: 'revoked', text: null });
    const quotes = 'SELECT quote FROM memory_sources WHERE memory_id = ?';
    expect(await bench.database.query(quotes, [gone.id])).toEqual([{ quote: null }]);
    expect(JSON.parse((await bench.step(step)).result ?? '')).toEqual([
      { id: gone.id, text: '' },
      { id: other.id, text: 'Ships sail' },
    ]);
    expect((await keep('ADA lives in Bonn!')).outcome).toBe('revoked');
    expect(await revocation.revoke('another project', ALL, true)).toMatchObject({ purged: 0 });
    expect(await memory(other.id)).toMatchObject({ status: 'active', text: 'Ships sail' });
  });
});
