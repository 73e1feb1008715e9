import { describe, expect, it } from '@jest/globals';
import { FairSlots } from './fair-slots.js';

/**
 * Requests work for these owners in order. Returns the order of its start and the maximum number of concurrent items.
 */
async function order(count: number, owners: readonly string[]): Promise<[string[], number]> {
  const slots = new FairSlots(count);
  const begun: string[] = [];
  let [running, most] = [0, 0];
  await Promise.all(
    owners.map((owner) =>
      slots.run(owner, async () => {
        begun.push(owner);
        most = Math.max(most, (running += 1));
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
      }),
    ),
  );
  return [begun, most];
}

describe('FairSlots', () => {
  it('FairSlots lets the owners take turns', async () => {
    const [begun, most] = await order(1, ['a', 'a', 'a', 'a', 'b', 'c', 'b']);
    expect(begun.join('')).toBe('aabcaba');
    expect(most).toBe(1);
  });

  it('FairSlots gives one owner a single slot and several owners all slots', async () => {
    expect((await order(3, ['a', 'a', 'a', 'a']))[1]).toBe(1);
    expect((await order(3, ['a', 'a', 'b', 'c', 'd']))[1]).toBe(3);
  });

  it('FairSlots runs the next work of an owner after one that failed', async () => {
    const slots = new FairSlots(1);
    const failing = slots.run('a', () => Promise.reject(new Error('no')));
    const next = slots.run('a', () => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('next');
  });
});
