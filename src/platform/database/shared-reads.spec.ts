import { expect, it } from '@jest/globals';
import { SharedReads } from './shared-reads.js';

/** Creates reads that end when the test says so with the number of the read; the first may fail. */
function createReads() {
  const ends: ((error?: Error) => void)[] = [];
  const read = () =>
    new Promise<number>((resolve, reject) => {
      const number = ends.length + 1;
      ends.push((error) => (error === undefined ? resolve(number) : reject(error)));
    });
  return { ends, read, reads: new SharedReads() };
}

it('reads requested while one is under way share the next one', async () => {
  const { ends, read, reads } = createReads();
  const [first, second, third, other] = [
    reads.get('a', read),
    reads.get('a', read),
    reads.get('a', read),
    reads.get('b', read),
  ];
  expect(ends).toHaveLength(2);
  ends[0]?.();
  expect(await first).toBe(1);
  // A read that has not begun serves all requests until then.
  const fourth = reads.get('a', read);
  await Promise.resolve();
  ends[1]?.();
  expect(await other).toBe(2);
  ends[2]?.();
  expect(await Promise.all([second, third, fourth])).toEqual([3, 3, 3]);
  const fifth = reads.get('a', read);
  ends[3]?.();
  expect(await fifth).toBe(4);
});

it('a read that fails does not keep the next one from starting', async () => {
  const { ends, read, reads } = createReads();
  const [first, second] = [reads.get('a', read), reads.get('a', read)];
  ends[0]?.(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await Promise.resolve();
  ends[1]?.();
  expect(await second).toBe(2);
});
