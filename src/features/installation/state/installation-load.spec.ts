import { expect, it } from '@jest/globals';
import { type InstallationLoad, wantedBy } from './installation-load.js';

function load(pending: number, running: number, oldestDueSeconds = 0): InstallationLoad {
  const lane = { pending, running, oldestDueSeconds, slots: 24 };
  const server = { version: '1', slots: { script: 8, agent: 64 } };
  return {
    lanes: { script: lane, agent: { ...lane, slots: 192 } },
    servers: [server, server, server],
    snapshot: null,
  };
}

it.each([
  [0, 0, 0, { servers: 0, slots: 0 }],
  [1, 0, 0, { servers: 1, slots: 8 }],
  [100, 0, 0, { servers: 13, slots: 104 }],
  [76, 24, 0, { servers: 13, slots: 104 }],
  // Whatever keeps them waiting: three servers are not enough.
  [1, 2, 6, { servers: 4, slots: 32 }],
  [100, 0, 60, { servers: 13, slots: 104 }],
])(
  '%i due and %i running tasks of which the first waits for %i s want %j',
  (pending, running, seconds, wanted) => {
    expect(wantedBy(load(pending, running, seconds), 'script')).toEqual(wanted);
  },
);

it('wants servers without any that lives', () => {
  const none = { ...load(5, 0), servers: [] };
  none.lanes.script.slots = 0;
  expect(wantedBy(none, 'script')).toEqual({ servers: 5, slots: 5 });
});
