/** Tests the vectors of memories in the tables and in the memory of several servers, on both databases. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryVectors, mostOfPlace } from '../../src/agents/memories/vectors/memory-vectors.js';
import { MemoryVectorJobs } from '../../src/agents/memories/vectors/memory-vector-jobs.js';
import type { MemoryPlace } from '../../src/agents/memories/memory.js';
import { VectorMemory } from '../../src/agents/vectors/vector-memory.js';
import { VectorPacks } from '../../src/agents/vectors/vector-packs.js';
import type { Database } from '../../src/platform/database/database.js';
import { type EmptyDatabase, migratedDatabase } from '../support/data-sources.js';

const PROJECT = 'p';
const PLACE = { scope: 'project', scopeId: '', subjectHash: '' } as const;
const MODEL = { id: 'test/e e 2', length: 2 };

let empty: EmptyDatabase;
let database: Database;
let memory: VectorMemory;
beforeEach(async () => {
  empty = await migratedDatabase();
  database = await empty.open();
  memory = new VectorMemory();
});
afterEach(async () => {
  await memory.close();
  await empty.remove();
});

/** Creates the vectors and packs of one server. */
function serverOn(of: Database): { vectors: MemoryVectors; packs: VectorPacks<MemoryPlace> } {
  const vectors = new MemoryVectors(of, new MemoryVectorJobs(of));
  return { vectors, packs: new VectorPacks(vectors, memory) };
}

/** Adds active memories, each used later than the one before, and returns their numbers. */
async function memories(count: number): Promise<number[]> {
  const rows: { number: number }[] = [];
  for (let at = 0; at < count; at += 1)
    rows.push(
      ...(await database.execute<{ number: number }>(
        `INSERT INTO memories (id, project_id, scope, scope_id, subject_hash, kind, text, hash, status, trust, created_via,
           created_by, uses, last_used_at, created_at, updated_at)
         VALUES (?, ?, 'project', '', '', 'fact', 'x', ?, 'active', 'high', 'person', 'x', 1, ?, 1, 1) RETURNING number`,
        [`m${at}`, PROJECT, `h${at}`, at],
      )),
    );
  return rows.map(({ number }) => number);
}

const put = (
  vectors: MemoryVectors,
  numbers: readonly number[],
  model = MODEL,
  hash = (at: number): string => `h${at}`,
): Promise<void> =>
  database.write((transaction) =>
    vectors.put(
      transaction,
      PROJECT,
      model,
      numbers.map((number, at) => ({
        number,
        hash: hash(at),
        vector: Float32Array.from([Math.cos(at), Math.sin(at)]),
      })),
    ),
  );
const nearest = async (packs: VectorPacks<MemoryPlace>, model = MODEL): Promise<number[]> =>
  (
    await packs.nearest(PROJECT, {
      model,
      vector: Float32Array.from([1, 0]),
      places: () => [PLACE],
      most: 3,
    })
  ).map(({ number }) => number);

describe('a server', () => {
  it('a server notices vectors that another server has added, changed or erased', async () => {
    const [one, other] = [serverOn(database), serverOn(await empty.open())];
    const [first = 0, second = 0, third = 0] = await memories(3);
    await put(one.vectors, [first, second]);
    expect(await nearest(other.packs)).toEqual([first, second]);
    await put(one.vectors, [third], MODEL, () => 'h2');
    expect(await nearest(other.packs)).toEqual([third, first, second]);
    await database.write((transaction) => one.vectors.drop(transaction, PROJECT, [first]));
    expect(await nearest(other.packs)).toEqual([third, second]);
    expect(await nearest(one.packs)).toEqual([third, second]);
  });

  it('no vector is stored for a changed text or a revoked memory', async () => {
    const { vectors, packs } = serverOn(database);
    const [first = 0, second = 0] = await memories(2);
    await database.execute(`UPDATE memories SET status = 'revoked' WHERE number = ?`, [second]);
    await put(vectors, [first, second], MODEL, (at) => (at === 0 ? 'other' : 'h1'));
    expect(await nearest(packs)).toEqual([]);
  });

  it('vectors of another model or another length are never compared', async () => {
    const { vectors, packs } = serverOn(database);
    const numbers = await memories(2);
    await put(vectors, numbers);
    expect(await nearest(packs, { id: 'test/e other 2', length: 2 })).toEqual([]);
    expect(await nearest(packs, { id: MODEL.id, length: 3 })).toEqual([]);
    expect(await vectors.wanted(PROJECT, { id: 'test/e other 2', length: 2 }, 5)).toHaveLength(2);
    expect(await vectors.wanted(PROJECT, MODEL, 5)).toEqual([]);
  });

  it('a server erases outdated vectors left by one without vectors and requests the missing ones', async () => {
    const { vectors, packs } = serverOn(database);
    const [first = 0, second = 0, third = 0] = await memories(3);
    await put(vectors, [first, second]);
    await database.execute(`UPDATE memories SET hash = 'new' WHERE number = ?`, [first]);
    await database.execute(`UPDATE memories SET status = 'revoked' WHERE number = ?`, [second]);
    expect(await vectors.catchUp(PROJECT)).toBe(false);
    expect(await nearest(packs)).toEqual([]);
    const wanted = await vectors.wanted(PROJECT, MODEL, 5);
    expect(wanted.map(({ number, text }) => [number, text])).toEqual([
      [third, 'x'],
      [second, null],
      [first, 'x'],
    ]);
  });
});

it('a place keeps only the most recently used vectors that fit into its share of memory', async () => {
  const { vectors } = serverOn(database);
  const model = { id: 'test/long long 100000', length: 100_000 };
  const most = mostOfPlace(model.length) ?? 0;
  expect(most).toBe(335);
  const numbers = await memories(most + 5);
  await put(vectors, numbers, model);
  const rows = await database.query<{ number: number }>(
    'SELECT number FROM memory_vectors WHERE vector IS NULL ORDER BY number',
  );
  expect(rows.map(({ number }) => number)).toEqual(numbers.slice(0, 5));
  // These memories keep their text and are not embedded again.
  expect(await vectors.wanted(PROJECT, model, 5)).toEqual([]);
});

it('the dimensions of common models leave every memory of a scope its vector', () => {
  expect([768, 1536, 3072].map(mostOfPlace)).toEqual([null, null, null]);
});
