import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../test/support/engine/test-database.js';
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
  queue = queueOf(60_000);
});
afterAll(() => own.remove());
beforeEach(() =>
  database.execute(
    'CREATE TABLE jobs (id text PRIMARY KEY, status text, attempts integer, due_at bigint)',
  ),
);
afterEach(() => database.execute('DROP TABLE jobs'));

function queueOf(leaseMs: number): LeasedQueue<Job> {
  const queued = `status = 'pending'`;
  return new LeasedQueue(database, { name: 'jobs', keys: ['id'], due: 'due_at', queued, leaseMs });
}

/** Puts jobs into the queue that became due 1 ms after another, the last one a minute ago. */
async function add(...ids: string[]): Promise<void> {
  for (const [index, id] of ids.entries())
    await database.execute(
      `INSERT INTO jobs VALUES (?, 'pending', 0, ${database.now} - 60000 - ?)`,
      [id, ids.length - index],
    );
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
    // With it, and as long as it has counted no rows, PostgreSQL would choose jobs once more for each that it looks at.
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
    const [first] = await queueOf(-1).claim({ ...ALL, limit: 1 });
    const [second] = await queue.claim({ ...ALL, limit: 1 });
    if (!first || !second) throw new Error('nothing was claimed');
    expect([first.attempts, second.attempts]).toEqual([1, 2]);
    expect([await queue.renew(first), await queue.renew(second)]).toEqual([false, true]);
    await queue.release(first, 0, true);
    expect(await claimed()).toEqual([]);
    const { sql, values } = queue.held(second);
    expect(await database.query(`SELECT id FROM jobs WHERE ${sql}`, values)).toEqual([{ id: 'a' }]);
  });

  it('a released job returns to the queue, with its attempt counted or not', async () => {
    await add('a');
    const attempts: number[] = [];
    for (const counts of [false, true, true]) {
      const [job] = await queue.claim({ ...ALL, limit: 1 });
      if (!job) throw new Error('nothing was claimed');
      attempts.push(job.attempts);
      await queue.release(job, 0, counts);
    }
    expect(attempts).toEqual([1, 1, 2]);
  });
});
