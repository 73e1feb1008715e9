import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import type { Database } from '../../../platform/database/database.js';
import { RemovalHold } from './removal-hold.js';

const LEASE_MS = 60_000;

const bench = useEngineBench();

/** Returns a database that fails while `is.down` is set. */
function failing(is: { down: boolean }): Database {
  const execute: Database['execute'] = (...args) => {
    if (is.down) throw new Error('database is locked');
    return bench.database.execute(...args);
  };
  return Object.assign(Object.create(bench.database) as Database, { execute });
}

describe('the hold of a backup', () => {
  it('a hold outlives renewals that fail, as long as it is renewed in time', async () => {
    const is = { down: false };
    const hold = await RemovalHold.begin(failing(is));
    is.down = true;
    await bench.pass(15_000);
    is.down = false;
    await bench.pass(LEASE_MS - 10_000);
    is.down = true;
    const held = hold.assertHeld();
    await bench.pass(0);
    is.down = false;
    await held;
    await hold[Symbol.asyncDispose]();
  });

  it('a hold that has passed is lost for good', async () => {
    const is = { down: false };
    const hold = await RemovalHold.begin(failing(is));
    is.down = true;
    await bench.pass(LEASE_MS + 1);
    is.down = false;
    await bench.pass(60_000);
    await expect(hold.assertHeld()).rejects.toThrow('stood still for more than 60 s');
    await hold[Symbol.asyncDispose]();
  });
});
