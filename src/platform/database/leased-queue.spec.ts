import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../test/support/engine/test-database.js';
import { until } from '../../../test/support/until.js';
import type { Database } from './database.js';
import { LeasedQueue } from './leased-queue.js';

interface Job {
  id: string;
  status: string;
  attempts: number;
  due_at: number;
}

const ALL = { where: 'id >= ?', values: [''], order: 'due_at, id' };

let own: TestDatabase;
let database: Database;
let queue: LeasedQueue<Job>;
beforeAll(async () => {
  own = await testDatabase();
  ({ database } = own);
  queue = createQueue(60_000);
});
afterAll(() => own.remove());
beforeEach(() =>
  database.execute(
    'CREATE TABLE jobs (id text PRIMARY KEY, status text, attempts integer, due_at bigint)',
  ),
);
afterEach(() => database.execute('DROP TABLE jobs'));

function createQueue(leaseMs: number): LeasedQueue<Job> {
  const queued = `status = 'pending'`;
  return new LeasedQueue(database, { name: 'jobs', keys: ['id'], due: 'due_at', queued, leaseMs });
}

/** Adds jobs that became due 1 ms apart, the last one a minute ago. */
async function add(...ids: string[]): Promise<void> {
  for (const [index, id] of ids.entries())
    await database.execute(
      `INSERT INTO jobs VALUES (?, 'pending', 0, ${database.now} - 60000 - ?)`,
      [id, ids.length - index],
    );
}

async function claimOne(from = queue): Promise<Job> {
  const [job] = await from.claim({ ...ALL, limit: 1 });
  if (!job) throw new Error('nothing was claimed');
  return job;
}

async function claimed(limit = 10): Promise<string[]> {
  return (await queue.claim({ ...ALL, limit })).map(({ id }) => id).toSorted();
}

describe('a leased queue', () => {
  it('the queue hands out each job once, the longest due first', async () => {
    await add('a', 'b', 'c');
    expect([await claimed(2), await claimed(), await claimed()]).toEqual([['a', 'b'], ['c'], []]);
  });

  it('concurrent claims hand out each job once', async () => {
    await add(...Array.from({ length: 30 }, (_, index) => `job ${index}`));
    const all = await Promise.all(Array.from({ length: 10 }, () => claimed(3)));
    expect(new Set(all.flat()).size).toBe(all.flat().length);
    expect(all.flat().length + (await claimed(30)).length).toBe(30);
  });

  it('a claim leases exactly as many jobs as requested, whatever the query plan', async () => {
    // With this index and no statistics, PostgreSQL could choose jobs again for each row.
    await database.execute(`CREATE INDEX jobs_due ON jobs (due_at) WHERE status = 'pending'`);
    await add('a', 'b', 'c');
    const leased = async (): Promise<number> => {
      const [found] = await database.query<{ count: number }>(
        'SELECT CAST(SUM(attempts) AS integer) AS count FROM jobs',
      );
      return found?.count ?? 0;
    };
    expect([await claimed(1), await leased()]).toEqual([['a'], 1]);
    expect([await claimed(1), await leased()]).toEqual([['b'], 2]);
  });

  it('a claim skips jobs that are not due or not queued', async () => {
    await add('a', 'b');
    await database.execute(`UPDATE jobs SET due_at = ${database.now} + 60000 WHERE id = 'a'`);
    await database.execute(`UPDATE jobs SET status = 'done' WHERE id = 'b'`);
    expect(await claimed()).toEqual([]);
  });

  it('a job whose lease has passed is claimed again, and its former holder can change nothing', async () => {
    await add('a');
    const first = await claimOne(createQueue(-1));
    const second = await claimOne();
    expect([first.attempts, second.attempts]).toEqual([1, 2]);
    await queue.release(first, 0, true);
    expect(await claimed()).toEqual([]);
    const { sql, values } = queue.held(second);
    expect(await database.query(`SELECT id FROM jobs WHERE ${sql}`, values)).toEqual([{ id: 'a' }]);
  });

  it('a lease is renewed while its work runs, and no longer', async () => {
    await add('a');
    const short = createQueue(300);
    const job = await claimOne(short);
    await short.hold(job, () =>
      until('the lease is renewed', async () => {
        const [found] = await database.query<Job>('SELECT * FROM jobs');
        return found !== undefined && found.due_at > job.due_at;
      }),
    );
    await until('the lease has passed', async () => (await claimed()).length === 1);
  });

  it('work whose job another server has taken is notified', async () => {
    await add('a');
    const short = createQueue(30);
    const job = await claimOne(short);
    await until('the lease has passed', async () => (await claimed()).length === 1);
    await short.hold(
      job,
      (lost) => new Promise<void>((end) => lost.addEventListener('abort', () => end())),
    );
  });

  it('a server that has stood still renews its own jobs before it claims others', async () => {
    await add('a');
    const short = createQueue(200);
    const job = await claimOne(short);
    await short.hold(job, async () => {
      for (const end = performance.now() + 250; performance.now() < end;);
      expect(await short.claim({ ...ALL, limit: 1 })).toEqual([]);
    });
  });

  it('a released job returns to the queue, with its attempt counted or not', async () => {
    await add('a');
    const attempts: number[] = [];
    for (const counts of [false, true, true]) {
      const job = await claimOne();
      attempts.push(job.attempts);
      await queue.release(job, 0, counts);
    }
    expect(attempts).toEqual([1, 1, 2]);
  });

  it('an attempt whose error is its own has failed, and one that a stop cuts off is released uncounted', async () => {
    await add('a');
    const stop = new AbortController();
    const failures: unknown[] = [];
    const attempt = async (work: (signal: AbortSignal) => Promise<void>): Promise<void> =>
      queue.attempt(await claimOne(), stop.signal, work, async (error) => {
        failures.push(error);
      });
    const error = new Error('It broke.');
    await attempt(() => Promise.reject(error));
    expect([failures, await claimed()]).toEqual([[error], []]);
    await database.execute('UPDATE jobs SET due_at = 0');
    await attempt(async (signal) => {
      stop.abort();
      signal.throwIfAborted();
    });
    expect([failures, (await claimOne()).attempts]).toEqual([[error], 2]);
  });

  it('an attempt whose job another server has taken has not failed', async () => {
    await add('a');
    const short = createQueue(30);
    const job = await claimOne(short);
    await until('the lease has passed', async () => (await claimed()).length === 1);
    const taken = (signal: AbortSignal): Promise<void> =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const failed = (): Promise<void> => Promise.reject(new Error('it has failed'));
    await short.attempt(job, new AbortController().signal, taken, failed);
    expect(
      (await database.query<Job>('SELECT * FROM jobs')).map(({ attempts }) => attempts),
    ).toEqual([2]);
  });
});
