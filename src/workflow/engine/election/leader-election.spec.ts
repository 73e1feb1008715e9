import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { JOBS } from './jobs.js';
import { type ElectionMode, LeaderElection } from './leader-election.js';

const LEASE_MS = 6_000;
const RENEW_MS = 2_000;

const bench = useEngineBench();
const started: LeaderElection[] = [];
afterEach(async () => {
  for (const election of started.splice(0)) await election.stop();
});

async function start(id: string, mode: ElectionMode = 'elected'): Promise<LeaderElection> {
  const election = new LeaderElection(bench.database, id, mode, pino({ enabled: false }));
  started.push(election);
  await election.start();
  return election;
}

describe('the leader of a job', () => {
  it('one of several processes leads a job for as long as it renews its lease', async () => {
    const first = await start('first');
    const second = await start('second');
    await bench.pass(10 * LEASE_MS);
    await (await start('third')).stop();
    expect([first.led, second.led]).toEqual([[...JOBS], []]);
    await bench.pass(RENEW_MS);
    expect([first.led, second.led]).toEqual([[...JOBS], []]);
    let taken = 0;
    second.lead('wakes').onTaken(() => (taken += 1));
    await first.stop();
    await bench.pass(RENEW_MS);
    expect([first.led, second.led, taken]).toEqual([[], [...JOBS], 1]);
  });

  it('a dead leader is replaced once its lease expires, or immediately after a clock setback', async () => {
    await start('dead');
    await started.pop()?.stop();
    for (const job of JOBS)
      await bench.database.execute(
        `INSERT INTO keepers VALUES ('${job}', 'dead', ${Date.now() + LEASE_MS})`,
      );
    const next = await start('next');
    await bench.pass(LEASE_MS);
    expect(next.led).toEqual([]);
    await bench.pass(RENEW_MS);
    expect(next.led).toEqual([...JOBS]);
    await next.stop();
    await bench.database.execute(
      `INSERT INTO keepers VALUES ('wakes', 'dead', ${Date.now() + 3_600_000})`,
    );
    expect((await start('third')).led).toEqual([...JOBS]);
  });

  it('a lone process leads every job without a lease, and one without the role leads none', async () => {
    expect((await start('alone', 'always')).led).toEqual([...JOBS]);
    expect((await start('none', 'never')).led).toEqual([]);
    expect(await bench.database.query('SELECT * FROM keepers')).toEqual([]);
  });
});
