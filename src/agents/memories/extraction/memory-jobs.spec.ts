import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../../test/support/engine/engine-rows.js';
import { newId } from '../../../base/kernel/ids.js';
import { type MemoryJob, MemoryJobs } from './memory-jobs.js';

const LEASE_MS = 15_000;
const MINUTE_MS = 60_000;

const bench = useEngineBench('memory_jobs');

const jobs = (): MemoryJobs => new MemoryJobs(bench.database);

async function addJob(given: Partial<MemoryJob> = {}): Promise<string> {
  const id = newId();
  await bench.database.write((transaction) => jobs().add(transaction, { id, project_id: PROJECT }));
  const columns = Object.keys(given);
  if (columns.length > 0)
    await bench.database.execute(
      `UPDATE memory_jobs SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE task_id = ?`,
      [...Object.values(given), id],
    );
  return id;
}

async function job(id: string): Promise<MemoryJob> {
  const all = await jobs().list(PROJECT, { limit: 100 });
  const found = all.find((one) => one.task_id === id);
  if (found === undefined) throw new Error('there is no job');
  return found;
}

/** Returns a job claimed by a server. */
async function claimed(given: Partial<MemoryJob> = {}): Promise<MemoryJob> {
  await addJob(given);
  const [one] = await jobs().queue.claim({ order: 'next_at', limit: 1 });
  if (one === undefined) throw new Error('no job is due');
  return one;
}

describe('the job of distilling memories', () => {
  it('a job is due at once, is claimed once, and is due again after its lease', async () => {
    const id = await addJob();
    expect(await job(id)).toMatchObject({ state: 'pending', attempts: 0, next_at: Date.now() });
    const [first] = await jobs().queue.claim({ order: 'next_at', limit: 5 });
    expect(first).toMatchObject({ task_id: id, attempts: 1, next_at: Date.now() + LEASE_MS });
    expect(await jobs().queue.claim({ order: 'next_at', limit: 5 })).toEqual([]);
    await bench.pass(LEASE_MS);
    expect(await jobs().queue.claim({ order: 'next_at', limit: 5 })).toMatchObject([
      { task_id: id, attempts: 2 },
    ]);
    if (first === undefined) throw new Error('no job was due');
    await jobs().failed(first, 'late', false);
    expect(await job(id)).toMatchObject({ state: 'pending', error: null });
  });

  it.each([
    [0, 1],
    [1, 15],
    [2, 120],
    [3, 720],
  ])(
    'a job that fails after %i attempts is due again after %i minutes',
    async (attempts, pause) => {
      const one = await claimed({ attempts });
      await jobs().failed(one, 'It broke.', false);
      expect(await job(one.task_id)).toEqual({
        ...one,
        error: 'It broke.',
        next_at: Date.now() + pause * MINUTE_MS,
      });
    },
  );

  it.each([
    [4, false],
    [0, true],
  ])(
    'a job that fails after %i attempts is given up: a final failure is %j',
    async (attempts, final) => {
      const one = await claimed({ attempts });
      await jobs().failed(one, 'It broke.', final);
      const { next_at: _, ...rest } = one;
      const over = { state: 'failed', error: 'It broke.', finished_at: Date.now() };
      expect(await job(one.task_id)).toMatchObject({ ...rest, ...over });
      expect(await jobs().open(PROJECT)).toEqual({ pending: 0, failed: 1 });
    },
  );

  it('a job that is done has its figures, and no error of an attempt before', async () => {
    const one = await claimed({ error: 'It broke.' });
    const figures = { candidates: 3, admitted: 2, refused: 1 };
    const done = () =>
      bench.database.write((transaction) => jobs().done(transaction, one, figures));
    expect(await done()).toBe(true);
    const after = { ...one, ...figures, state: 'done', error: null, finished_at: Date.now() };
    expect(await job(one.task_id)).toEqual(after);
    expect(await done()).toBe(false);
    expect(await jobs().open(PROJECT)).toEqual({ pending: 0, failed: 0 });
    await expect(jobs().retry(PROJECT, one.task_id)).rejects.toMatchObject({ code: 'conflict' });
  });

  it.each<[Partial<MemoryJob>, boolean]>([
    [{ state: 'failed', finished_at: 1, next_at: 1, attempts: 5, error: 'It broke.' }, true],
    [{ next_at: Date.UTC(2031, 0, 1), attempts: 1, error: 'It broke.' }, true],
    [{}, false],
  ])('a job of %j is tried again on request: %j', async (given, again) => {
    const id = await addJob(given);
    const before = await job(id);
    const retried = jobs().retry(PROJECT, id.toUpperCase());
    const after = { ...before, state: 'pending', finished_at: null, next_at: Date.now() };
    if (again) expect(await retried).toEqual(after);
    else await expect(retried).rejects.toMatchObject({ code: 'conflict' });
    await expect(jobs().retry('other', id)).rejects.toMatchObject({ code: 'not_found' });
  });
});
