import { expect, it } from '@jest/globals';
import { KeyedSlots } from './keyed-slots.js';

const NEVER = new AbortController().signal;

/** Takes slots and records the holders in `begun`. */
function taking(slots: KeyedSlots, begun: string[]) {
  return async (name: string, key = 'a', most = 2, signal = NEVER): Promise<() => void> => {
    const release = await slots.take(key, most, signal);
    begun.push(name);
    return release;
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('the works of one key begin in the order of asking, as many at a time as they may', async () => {
  const begun: string[] = [];
  const take = taking(new KeyedSlots(), begun);
  const releases = [await take('1'), await take('2')];
  const waiting = ['3', '4', '5'].map((name) => take(name));
  const other = await take('other', 'b');
  expect(begun).toEqual(['1', '2', 'other']);
  releases[1]?.();
  // Releasing a slot twice has no effect.
  releases[1]?.();
  await settled();
  expect(begun).toEqual(['1', '2', 'other', '3']);
  for (const release of [releases[0], await waiting[0]]) release?.();
  await settled();
  expect(begun.slice(4)).toEqual(['4', '5']);
  for (const release of [other, await waiting[1], await waiting[2]]) release?.();
  await Promise.all(['6', '7'].map((name) => take(name)));
  expect(begun).toHaveLength(8);
});

it('a work that is given up while it waits leaves its place, and those of others stay', async () => {
  const begun: string[] = [];
  const take = taking(new KeyedSlots(), begun);
  const release = await take('1', 'a', 1);
  const given = new AbortController();
  const [second, third, fourth] = [
    take('2', 'a', 1),
    take('3', 'a', 1, given.signal),
    take('4', 'a', 1),
  ];
  given.abort(new Error('given up'));
  await expect(third).rejects.toThrow('given up');
  release();
  (await second)();
  (await fourth)();
  expect(begun).toEqual(['1', '2', '4']);
  expect(typeof (await take('5', 'a', 1))).toBe('function');
});

it('a slot that comes as its work is given up goes to the next', async () => {
  const begun: string[] = [];
  const take = taking(new KeyedSlots(), begun);
  const release = await take('1', 'a', 1);
  const given = new AbortController();
  const lost = take('2', 'a', 1, given.signal);
  const next = take('3', 'a', 1);
  release();
  given.abort(new Error('given up'));
  await lost.then(
    (free) => free(),
    () => undefined,
  );
  (await next)();
  expect(begun).toContain('3');
});
