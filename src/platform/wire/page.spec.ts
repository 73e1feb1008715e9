import { describe, expect, it } from '@jest/globals';
import { readPage } from './page.js';

/** Creates a list of items with these lengths, which records how many items each read requested. */
function createList(lengths: readonly number[]) {
  const asked: number[] = [];
  const items = lengths.map((length, id) => ({ id, text: 'x'.repeat(length) }));
  const read = (most: number, before: readonly unknown[]) => {
    asked.push(most);
    return Promise.resolve(items.slice(before.length, before.length + most));
  };
  return { asked, read };
}

const small = (count: number): number[] => Array<number>(count).fill(10);

describe('readPage', () => {
  it.each([
    [0, 3, 0, false],
    [2, 3, 2, false],
    [3, 3, 3, false],
    [4, 3, 3, true],
    [1, 1, 1, false],
    [2, 1, 1, true],
    [200, 50, 50, true],
    [50, 50, 50, false],
  ])(
    'a list of %s small items by a limit of %s has a page of %s, and more follow: %s',
    async (count, limit, found, more) => {
      const { asked, read } = createList(small(count));
      const page = await readPage(limit, read);
      expect([page.items.length, page.more]).toEqual([found, more]);
      // A page of small items takes a single read.
      expect(asked).toEqual([limit + 1]);
    },
  );

  it('a page ends after the item that fills it, and a large one alone is a page', async () => {
    const { read } = createList([2_000_000, 10]);
    expect(await readPage(10, read, 100)).toMatchObject({ items: [{ id: 0 }], more: true });
    const even = await readPage(100, createList(Array<number>(100).fill(100_000)).read);
    expect([even.items.length, even.more]).toEqual([11, true]);
    const last = await readPage(10, createList([10, 2_000_000]).read);
    expect([last.items.length, last.more]).toEqual([2, false]);
  });

  it('no more items are read than those before let expect, or than may be read together', async () => {
    const large = createList(Array<number>(100).fill(100_000));
    await readPage(100, large.read, 100);
    expect(Math.max(...large.asked)).toBeLessThanOrEqual(11);
    const few = createList(small(100));
    expect((await readPage(50, few.read, 8)).items).toHaveLength(50);
    expect(Math.max(...few.asked)).toBe(8);
  });
});
