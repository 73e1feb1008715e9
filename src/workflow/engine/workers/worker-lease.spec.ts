import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import { FACTS, useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { until } from '../../../../test/support/until.js';
import { WorkerLease } from './worker-lease.js';
import { WorkerRows } from './worker-rows.js';

const LEASE_MS = 400;

const bench = useEngineBench();

let opened: WorkerLease[] = [];
// The process is suspended in real time.
beforeEach(() => void jest.useRealTimers());
afterEach(async () => {
  await Promise.all(opened.map((lease) => lease.stop()));
  opened = [];
});

/** Starts a lease. `losses` counts the times its runs were given up. */
async function start(
  rows: WorkerRows = new WorkerRows(bench.database, false),
): Promise<{ lease: WorkerLease; losses: () => number }> {
  let lost = 0;
  const lease = new WorkerLease(rows, 'w', FACTS, LEASE_MS, pino({ level: 'silent' }));
  lease.attend({ running: 1, leaseLost: () => (lost += 1) });
  await lease.start();
  opened.push(lease);
  return { lease, losses: () => lost };
}

/** Suspends this process, as on a machine without free processors. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe('the lease of a worker', () => {
  it('a process that stood still keeps its runs if no other server has taken them', async () => {
    const { lease, losses } = await start();
    standStill(3 * LEASE_MS);
    expect(await lease.holds('w')).toBe(true);
    standStill(3 * LEASE_MS);
    // Overdue timers fire first.
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect([await lease.holds('w'), lease.id, losses()]).toEqual([true, 'w', 0]);
  });

  it('a process that stood still gives up its runs once another server has noted that it is gone', async () => {
    const { lease, losses } = await start();
    standStill(2 * LEASE_MS);
    await new WorkerRows(bench.database, false).bury('');
    expect(await lease.holds('w')).toBe(false);
    expect([lease.id, losses(), lease.isRegistered]).toEqual(['w.2', 1, true]);
  });

  it('the runs of a process are given up in time where its database does not answer', async () => {
    const rows = new WorkerRows(bench.database, false);
    rows.renew = () => new Promise(() => undefined);
    const began = performance.now();
    const { losses } = await start(rows);
    opened = [];
    await until('the loss', () => losses() > 0);
    expect(performance.now() - began).toBeGreaterThanOrEqual(LEASE_MS);
  });

  it('the runs of a process are given up although its timers come a little early', async () => {
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => 0.95 * now());
    const rows = new WorkerRows(bench.database, false);
    rows.renew = () => new Promise(() => undefined);
    const { losses } = await start(rows);
    opened = [];
    await until('the loss', () => losses() > 0);
    clock.mockRestore();
  });

  it('a server keeps its runs without its database while no other server lives', async () => {
    const rows = new WorkerRows(bench.database, false);
    const renew = rows.renew.bind(rows);
    const { lease, losses } = await start(rows);
    await until('a renewal', () => lease.isLone);
    rows.renew = () => Promise.reject(new Error('the database is down'));
    await new Promise((resolve) => setTimeout(resolve, 3 * LEASE_MS));
    expect(await rows.bury(lease.id)).toEqual([]);
    rows.renew = renew;
    expect([await lease.holds('w'), losses()]).toEqual([true, 0]);
  });

  it('a server beside another gives its runs up without its database', async () => {
    const rows = new WorkerRows(bench.database, false);
    await rows.register('other', FACTS, 100 * LEASE_MS);
    const renew = rows.renew.bind(rows);
    let renewals = 0;
    rows.renew = async (...args) => {
      if (renewals > 0) throw new Error('the database is down');
      renewals += 1;
      return renew(...args);
    };
    const { losses } = await start(rows);
    await until('the loss', () => losses() > 0);
    expect(renewals).toBe(1);
  });
});
