import { expect, it } from '@jest/globals';
import { oldTransaction } from './warnings.service.js';

const SNAPSHOT = { pid: 4711, program: 'psql', state: 'idle in transaction' };

it('a transaction open for over a minute gives a warning with its process and start time', () => {
  expect(oldTransaction({ ...SNAPSHOT, seconds: 61.5 }, 100_000)).toEqual([
    {
      key: 'transaction 4711',
      text: expect.stringMatching(
        /process 4711 .*"psql", idle in transaction.*pg_terminate_backend\(4711\)/,
      ),
      at: 38_500,
    },
  ]);
  expect(oldTransaction({ ...SNAPSHOT, seconds: 59 }, 100_000)).toEqual([]);
  expect(oldTransaction(null, 100_000)).toEqual([]);
});
