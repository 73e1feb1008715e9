import { beforeEach, describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../../test/support/engine/engine-rows.js';
import type { VectorJob } from '../../vectors/vector-jobs.js';
import { MemoryVectors } from './memory-vectors.js';
import { MemoryVectorJobs } from './memory-vector-jobs.js';

const LEASE_MS = 15_000;
const FINAL_MS = 60 * 60_000;
/** Maximum pause in ms. */
const MOST_MS = 5 * 60_000;

const bench = useEngineBench('memory_vector_jobs', 'projects', 'memories');
let wanted = 0;
beforeEach(() => {
  wanted = 0;
});

const jobs = (): MemoryVectorJobs => new MemoryVectorJobs(bench.database);

interface Row extends VectorJob {
  next_at: number;
  error: string | null;
}

async function row(): Promise<Row | undefined> {
  const [found] = await bench.database.query<Row>('SELECT * FROM memory_vector_jobs');
  return found;
}

/** Adds a job and returns it as claimed by a server. */
async function claimed(failures = 0): Promise<VectorJob> {
  const queue = jobs();
  queue.onAdded(() => (wanted += 1));
  const vectors = new MemoryVectors(bench.database, queue);
  await bench.database.write((transaction) => vectors.addJob(transaction, PROJECT));
  await bench.database.execute('UPDATE memory_vector_jobs SET failures = ?, error = ?', [
    failures,
    'before',
  ]);
  const [job] = await jobs().queue.claim({ order: 'next_at', limit: 1 });
  if (job === undefined) throw new Error('no job is due');
  return job;
}

describe('the job of making vectors', () => {
  it('a project has one job, which is claimed once and again after its lease', async () => {
    const first = await claimed();
    expect([first, wanted]).toMatchObject([{ project_id: PROJECT, attempts: 1 }, 1]);
    expect(await jobs().queue.claim({ order: 'next_at', limit: 1 })).toEqual([]);
    expect(await row()).toMatchObject({ next_at: Date.now() + LEASE_MS });
    await bench.pass(LEASE_MS);
    const [second] = await jobs().queue.claim({ order: 'next_at', limit: 1 });
    expect(second).toMatchObject({ attempts: 2 });
    await jobs().failed(first, 'late', { again: true, afterMs: null });
    expect(await row()).toMatchObject({ failures: 0, error: 'before' });
    const made = bench.database.write((transaction) => jobs().made(transaction, first));
    await expect(made).rejects.toThrow('another server');
    await bench.database.write((transaction) => jobs().done(transaction, first));
    expect(await row()).toBeDefined();
  });

  it.each([
    [0, true, null, 5_000],
    [1, true, null, 10_000],
    [5, true, null, 160_000],
    [6, true, null, MOST_MS],
    [99, true, null, MOST_MS],
    [0, true, 20_000, 20_000],
    [0, true, 10 * FINAL_MS, FINAL_MS],
    [3, true, 1_000, 40_000],
    [0, false, 1_000, FINAL_MS],
  ])(
    'a failure after %i others that may succeed again (%j), with a wish for %j ms, is followed by a pause of %i ms',
    async (failures, again, afterMs, pause) => {
      const job = await claimed(failures);
      await jobs().failed(job, 'It broke.', { again, afterMs });
      const after = { failures: failures + 1, error: 'It broke.', next_at: Date.now() + pause };
      expect(await row()).toMatchObject(after);
    },
  );

  it('a job that makes some has no failures any more, and one with nothing to do is deleted', async () => {
    const job = await claimed(3);
    await bench.database.write((transaction) => jobs().made(transaction, job));
    expect([job.failures, await row()]).toMatchObject([
      0,
      { failures: 0, error: null, attempts: 1 },
    ]);
    await jobs().queue.release(job, 0, false);
    expect(await row()).toMatchObject({ attempts: 0, next_at: Date.now() });
    const [again] = await jobs().queue.claim({ order: 'next_at', limit: 1 });
    if (again === undefined) throw new Error('no job is due');
    await bench.database.write((transaction) => jobs().done(transaction, again));
    expect(await row()).toBeUndefined();
  });

  it('projects with memories get a job, and one that has failed is due at once', async () => {
    const job = await claimed();
    await jobs().failed(job, 'It broke.', { again: false, afterMs: null });
    for (const id of [PROJECT, 'full', 'empty'])
      await bench.insert('projects', { id, slug: id, name: id, created_at: 0 });
    const rest = { scope: 'project', scope_id: '', subject_hash: '', kind: 'fact', text: 't' };
    for (const id of [PROJECT, 'full'])
      await bench.insert('memories', {
        ...rest,
        id,
        project_id: id,
        hash: id,
        status: 'active',
        trust: 'high',
        created_via: 'person',
        created_by: 'Ada',
        uses: 0,
        created_at: 0,
        updated_at: 0,
      });
    await jobs().addAll();
    expect(
      (await jobs().queue.claim({ order: 'next_at', limit: 5 }))
        .map((one) => one.project_id)
        .toSorted(),
    ).toEqual(['full', PROJECT]);
    await bench.pass(1);
    await jobs().addAll();
    const due = await bench.database.query(
      'SELECT project_id FROM memory_vector_jobs WHERE next_at = ?',
      [Date.now()],
    );
    expect(due).toEqual([{ project_id: PROJECT }]);
  });
});
