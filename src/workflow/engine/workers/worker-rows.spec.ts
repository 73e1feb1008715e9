import { describe, expect, it } from '@jest/globals';
import { FACTS, useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { liveHosts, type WorkerFacts, WorkerRows } from './worker-rows.js';

const LEASE_MS = 15_000;
const HOUR_MS = 3_600_000;

const bench = useEngineBench('worker_tags');

function rows(): WorkerRows {
  return new WorkerRows(bench.database, false);
}

/** Registers a worker whose machine and tag are named after its id. */
function register(id: string, given: Partial<WorkerFacts> = {}): Promise<void> {
  return rows().register(id, { ...FACTS, name: id, tags: id, ...given }, LEASE_MS);
}

describe('the workers of an installation', () => {
  it('a tag is taken by workers that live, run tasks and do not stop, and known for ever', async () => {
    await register('late');
    await bench.pass(LEASE_MS);
    await register('gone');
    await bench.database.execute("UPDATE workers SET gone = TRUE WHERE id = 'gone'");
    await register('stops');
    await rows().renew('stops', LEASE_MS, { running: 1, draining: true });
    await register('serves', { slots: 0 });
    await register('b', { only_tagged: true });
    await register('left');
    await rows().remove('left');
    const taken = async (): Promise<string[]> =>
      (await rows().taken()).flatMap(({ tags }) => tags).toSorted();
    expect(await taken()).toEqual(['b', 'late']);
    expect(await liveHosts(bench.database, bench.database)).toEqual([
      'b',
      'late',
      'serves',
      'stops',
    ]);
    await bench.pass(1);
    expect(await rows().taken()).toEqual([{ tags: ['b'], needs: [], onlyTagged: true }]);
    const known = ['b', 'gone', 'late', 'left', 'serves', 'stops'];
    expect(await rows().knownTags()).toEqual(known);
  });

  it('a worker that is gone is forgotten an hour later, and none that has just been found gone', async () => {
    const buried = async (): Promise<string[]> => (await rows().bury('')).map(({ id }) => id);
    const listed = async (): Promise<string[]> => (await rows().all()).map(({ id }) => id);
    await register('first');
    await bench.pass(LEASE_MS + 1);
    expect(await buried()).toEqual(['first']);
    await bench.pass(HOUR_MS / 2);
    await register('second');
    await bench.pass(LEASE_MS + 1);
    expect([await buried(), await listed()]).toEqual([['second'], ['second', 'first']]);
    await bench.pass(HOUR_MS / 2);
    expect([await buried(), await listed()]).toEqual([[], ['second']]);
    await register('third');
    await bench.pass(HOUR_MS * 2);
    expect([await buried(), await listed()]).toEqual([['third'], ['third']]);
  });

  it('a renewal reports the state of one worker, which is listed first from then on', async () => {
    for (const id of ['a', 'b']) await register(id);
    await bench.pass(1_000);
    expect(await rows().renew('b', LEASE_MS, { running: 3, draining: false })).toEqual(
      expect.objectContaining({ others: 1 }),
    );
    const at = Date.now();
    expect(await rows().all()).toMatchObject([
      { id: 'b', running: 3, seen_at: at, lease_until: at + LEASE_MS, at },
      { id: 'a', running: 0, seen_at: at - 1_000, lease_until: at - 1_000 + LEASE_MS, at },
    ]);
  });
});
