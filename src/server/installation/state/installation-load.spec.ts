import { expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import {
  type InstallationLoad,
  InstallationLoads,
  unserved,
  wantedBy,
} from './installation-load.js';

const bench = useEngineBench();

function load(pending: number, running: number, oldestDueSeconds = 0): InstallationLoad {
  const server = {
    version: '1',
    taken: { tags: [], needs: [], onlyTagged: false },
    slots: { script: 8, agent: 64 },
  };
  return {
    pools: [{ lane: 'script', pool: '', pending, running, oldestDueSeconds }],
    servers: [server, server, server],
    snapshot: null,
  };
}

it.each([
  [0, 0, 0, { servers: 0, slots: 0 }],
  [1, 0, 0, { servers: 1, slots: 8 }],
  [100, 0, 0, { servers: 13, slots: 104 }],
  [76, 24, 0, { servers: 13, slots: 104 }],
  // The tasks have waited too long, so three servers are not enough.
  [1, 2, 6, { servers: 4, slots: 32 }],
  [100, 0, 60, { servers: 13, slots: 104 }],
])(
  'a load of %i due and %i running tasks, the oldest due for %i s, calls for %j',
  (pending, running, seconds, wanted) => {
    expect(wantedBy(load(pending, running, seconds), 'script', '')).toEqual(wanted);
  },
);

it('due tasks call for servers even when no server is alive', () => {
  expect(wantedBy({ ...load(5, 0), servers: [] }, 'script', '')).toEqual({ servers: 5, slots: 5 });
});

it('the load of a pool counts only its own tasks and the servers that serve it', () => {
  const some = load(100, 0);
  const gpu = { lane: 'script', pool: 'gpu', pending: 9, running: 2, oldestDueSeconds: 1 } as const;
  const able = { tags: ['gpu'], needs: [], onlyTagged: true };
  const one = { version: '1', taken: able, slots: { script: 4, agent: 0 } };
  const both = { ...some, pools: [...some.pools, gpu] };
  expect(wantedBy(both, 'script', 'gpu')).toEqual({ servers: 11, slots: 11 });
  expect(unserved(both)).toEqual(new Map([['gpu', 9]]));
  const served = { ...both, servers: [...both.servers, one] };
  expect(wantedBy(served, 'script', 'gpu')).toEqual({ servers: 3, slots: 12 });
  expect(wantedBy(served, 'script', '')).toEqual({ servers: 13, slots: 104 });
  expect(unserved(served)).toEqual(new Map());
});

it('the load of an installation is what is due and what runs, by lanes and pools', async () => {
  const now = Date.now();
  const due = (agoMs: number, given: object = {}) =>
    bench.addTask({ run_at: now - agoMs, ...given });
  await due(3_000);
  await due(0, { project_id: 'other' });
  await due(-1);
  await due(5_000, { parked: 1, slot_key: 's' });
  await due(1_000, { pool: 'gpu' });
  await due(2_000, { lane: 'agent' });
  for (const given of [{}, { pool: 'gpu' }, { lane: 'agent' }, { lane: 'agent' }])
    await bench.addTask({ status: 'running', ...given });
  await bench.addTask({ status: 'waiting' });
  const loads = new InstallationLoads(bench.database, async () => []);
  const { pools } = await loads.load();
  expect(pools).toEqual([
    { lane: 'script', pool: '', pending: 2, oldestDueSeconds: 3, running: 1 },
    { lane: 'script', pool: 'gpu', pending: 1, oldestDueSeconds: 1, running: 1 },
    { lane: 'agent', pool: '', pending: 1, oldestDueSeconds: 2, running: 2 },
  ]);
});
