import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { BulkActions } from './bulk-actions.js';
import { BulkOperations } from './bulk.service.js';
import { BulkWorker } from './bulk.worker.js';
import { type Bulk, type NewBulk } from './bulk.js';

/** Time after which another server takes over the work of a dead one, in ms. */
const LEASE_MS = 60_000;
const POLL_MS = 2_000;
/** Pause before a task that found no space is tried again, in ms. */
const FULL_MS = 2_000;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const BY = { kind: 'user', id: 'u', name: 'User' } as const;

const bench = useEngineBench('bulk_operations', 'bulk_items');
const workers: BulkWorker[] = [];
/** Tasks on which an action was carried out, in order. */
const acted: string[] = [];
/** Replacements for the effect of an action, by task. */
const instead = new Map<string, () => void>();
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  acted.length = 0;
  instead.clear();
});

function operations(): BulkOperations {
  return new BulkOperations(bench.database, bench.transitions, { list: async () => [] });
}

/** Starts a server's worker whose actions only record the task. */
async function startWorker(): Promise<void> {
  const act = async (taskId: string): Promise<never> => {
    instead.get(taskId)?.();
    acted.push(taskId);
    return undefined as never;
  };
  const actions = new BulkActions(
    bench.database,
    {
      cancel: (_projectId, taskId) => act(taskId),
      retry: (_projectId, taskId, _how, noted) =>
        bench.database.write(async (transaction) => {
          await noted?.(transaction);
          return act(taskId);
        }),
    },
    { rerun: (_projectId, taskId) => act(taskId) },
  );
  const logger = pino({ enabled: false });
  const worker = new BulkWorker(bench.database, bench.transitions, actions, bench.bus, logger);
  workers.push(worker);
  await worker.start();
}

function ask(ids: readonly string[], given: Partial<NewBulk> = {}): Promise<Bulk> {
  const asked = { action: 'retry', version: 'same', name: null, tasks: { ids } } as const;
  return operations().start(PROJECT, { ...asked, ...given }, BY);
}

/** Returns ids of tasks in order. */
function ids(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `task ${String(index).padStart(4, '0')}`);
}

/** Lets time pass until an operation has ended. */
async function ended(id: string): Promise<Bulk> {
  for (let turns = 0; turns < 100; turns += 1) {
    const bulk = await operations().get(PROJECT, id);
    if (bulk.state !== 'running') return bulk;
    await bench.pass(100);
  }
  throw new Error('it does not end');
}

describe('a bulk operation', () => {
  it('an operation deals with each task once and in its order, whichever of two servers goes on', async () => {
    const all = ids(450);
    const { id, total } = await ask(all);
    expect(total).toBe(450);
    await startWorker();
    await startWorker();
    expect(await ended(id)).toMatchObject({ state: 'done', done: 450, refused: 0 });
    // The oldest task, which is last in the list, is run again first, so that the order is kept.
    expect(acted).toEqual(all.toReversed());
  });

  it('operations at the same time have turns, and each has its own outcome', async () => {
    const [first, second] = ['a', 'b'];
    instead.set('b', () => {
      throw new MetarunError('conflict', 'It runs.');
    });
    const one = await ask([first, second]);
    const other = await ask([second, first], { action: 'cancel' });
    await startWorker();
    expect(await ended(one.id)).toMatchObject({ done: 2, refused: 1 });
    expect(await ended(other.id)).toMatchObject({ done: 2, refused: 1 });
    for (const operation of [one, other])
      expect(await operations().refusals(operation)).toEqual([
        { taskId: 'b', code: 'conflict', detail: 'It runs.' },
      ]);
    const list = await operations().list(PROJECT, { limit: 10 });
    expect(list.map(({ id }) => id)).toEqual([other.id, one.id]);
    const before = await operations().list(PROJECT, { limit: 10, cursor: other.id });
    expect(before.map(({ id }) => id)).toEqual([one.id]);
  });

  it('a stopped operation does nothing more, and keeps what is done', async () => {
    const { id } = await ask(ids(3));
    const stop = () => operations().stop(PROJECT, id);
    expect(await bench.changes('bulk_operations', id, stop)).toEqual({
      state: 'stopped',
      next_at: null,
      finished_at: Date.now(),
    });
    await startWorker();
    await bench.pass(2 * POLL_MS);
    expect(acted).toEqual([]);
    expect(await operations().stop(PROJECT, id)).toMatchObject({ state: 'stopped' });
  });

  it('the stop of an operation that has ended changes nothing', async () => {
    const { id } = await ask(['a']);
    await startWorker();
    const bulk = await ended(id);
    await bench.pass(1);
    expect(await operations().stop(PROJECT, id)).toEqual(bulk);
  });

  it('the stop of an operation of another project is refused, and its tasks are noted once', async () => {
    const { id, total, createdBy } = await ask(['A', 'b', 'a']);
    expect([total, createdBy]).toEqual([2, BY]);
    await expect(operations().stop('other', id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await operations().get(PROJECT, id)).toMatchObject({ state: 'running' });
    const left = 'SELECT number, task_id FROM bulk_items ORDER BY number';
    expect(await bench.database.query(left)).toEqual([
      { number: 1, task_id: 'b' },
      { number: 2, task_id: 'a' },
    ]);
    await ask(['c', 'd'], { action: 'cancel' });
    const cancelled = `SELECT task_id FROM bulk_items WHERE bulk_id <> ? ORDER BY number`;
    expect(await bench.database.query(cancelled, [id])).toEqual([
      { task_id: 'c' },
      { task_id: 'd' },
    ]);
  });

  it('a task for which there is no space or no answer yet is tried again, also the last one', async () => {
    const began = Date.now();
    const { id } = await ask(['b', 'a']);
    const refusals = [
      new MetarunError('rate_limited', 'The queue is full.'),
      new MetarunError('unavailable', 'The machine is busy.'),
    ];
    instead.set('b', () => {
      const refusal = refusals.shift();
      if (refusal !== undefined) throw refusal;
    });
    await startWorker();
    expect(await ended(id)).toMatchObject({ state: 'done', done: 2, refused: 0 });
    expect(acted).toEqual(['a', 'b']);
    expect(Date.now()).toBeGreaterThanOrEqual(began + 2 * FULL_MS);
  });

  it('an operation that ended a month ago is deleted with its tasks, and no other is', async () => {
    const [old, young, running] = [await ask(['a']), await ask(['a']), await ask(['a'])];
    const ends =
      'UPDATE bulk_operations SET state = ?, finished_at = ?, next_at = NULL WHERE id = ?';
    await bench.database.execute(ends, ['done', Date.now(), old.id]);
    await bench.pass(POLL_MS);
    await bench.database.execute(ends, ['done', Date.now(), young.id]);
    // The time passes in two steps, since no timer lasts a month.
    for (const half of [KEPT_MS / 2, KEPT_MS / 2 - POLL_MS + 1]) await bench.pass(half);
    await startWorker();
    await bench.pass(100);
    const left = 'SELECT DISTINCT bulk_id AS id FROM bulk_items ORDER BY bulk_id';
    expect(await bench.database.query(left)).toEqual([{ id: young.id }, { id: running.id }]);
    const list = await operations().list(PROJECT, { limit: 10 });
    expect(list.map(({ id }) => id)).toEqual([running.id, young.id]);
  });

  it('the operation of a dead server is continued once its lease has passed, beside others that run', async () => {
    const { id } = await ask(['a']);
    await bench.database.execute(
      `UPDATE bulk_operations SET attempts = 1, next_at = ${bench.database.now} + ? WHERE id = ?`,
      [LEASE_MS, id],
    );
    await startWorker();
    if (bench.database.kind === 'postgres') {
      await bench.pass(LEASE_MS - POLL_MS);
      expect(acted).toEqual([]);
    }
    await bench.pass(2 * POLL_MS);
    expect(await ended(id)).toMatchObject({ state: 'done', done: 1 });
  });

  it('a task that breaks its server off again and again is passed over', async () => {
    const { id } = await ask(['b', 'a']);
    await bench.database.execute('UPDATE bulk_operations SET attempts = 5 WHERE id = ?', [id]);
    await startWorker();
    const bulk = await ended(id);
    expect(bulk).toMatchObject({ done: 2, refused: 1 });
    expect(acted).toEqual(['b']);
    expect(await operations().refusals(bulk)).toMatchObject([{ taskId: 'a', code: 'internal' }]);
  });

  it('the claims of an operation are counted beyond its progress, so that a server that lost it changes nothing', async () => {
    const claims = async (): Promise<number> => {
      const rows = await bench.database.query<{ attempts: number }>(
        'SELECT attempts FROM bulk_operations',
      );
      return rows[0]?.attempts ?? 0;
    };
    const { id } = await ask(ids(450));
    await bench.database.execute('UPDATE bulk_operations SET attempts = 3 WHERE id = ?', [id]);
    await startWorker();
    expect(await ended(id)).toMatchObject({ done: 450, refused: 0 });
    expect(await claims()).toBeGreaterThanOrEqual(300);
  });

  it('a project has no more operations at once than it may', async () => {
    await Promise.all(Array.from({ length: 20 }, () => ask(['a'])));
    await expect(ask(['a'])).rejects.toMatchObject({ code: 'conflict' });
  });
});
