import { expect, it } from '@jest/globals';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { findDelay } from './find-delay.js';

const bench = useEngineBench();

it('the delay is the time until the first row is due, 0 once one is and null for none', async () => {
  const find = (after: number): Promise<number | null> =>
    findDelay(bench.database, 'tasks', 'wake_at', `status = 'waiting' AND wake_at > ?`, [after]);
  const now = Date.now();
  await bench.addTask({ status: 'waiting' });
  await bench.addTask({ status: 'pending', wake_at: now + 500 });
  expect(await find(now)).toBeNull();
  await bench.addTask({ status: 'waiting', wake_at: now });
  await bench.addTask({ status: 'waiting', wake_at: now + 2_000 });
  await bench.addTask({ status: 'waiting', wake_at: now + 1_000 });
  expect(await find(now)).toBe(1_000);
  await bench.pass(5_000);
  expect(await find(now)).toBe(0);
});
