import { describe, expect, it } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Turns } from './turns.js';

/** Keeps the event loop for so long. */
function work(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

describe('Turns', () => {
  it('lets requests begin at once while there is time', () => {
    const turns = new Turns();
    const begun: number[] = [];
    for (let n = 0; n < 3; n += 1) turns.enter('a', () => begun.push(n));
    expect(begun).toEqual([0, 1, 2]);
  });

  it('lets a few at a time begin once there is none, by turns of the owners', async () => {
    const turns = new Turns();
    const begun: string[] = [];
    turns.enter('a', () => work(10));
    for (let n = 1; n <= 20; n += 1) turns.enter('a', () => begun.push(`a${n}`));
    turns.enter('b', () => begun.push('b1'));
    turns.enter('b', () => begun.push('b2'));
    expect(begun).toEqual([]);
    while (begun.length < 22) {
      const before = begun.length;
      await nextTurn();
      expect(begun.length).toBeLessThanOrEqual(before + 8);
    }
    expect(begun.slice(0, 5)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('keeps the order of an owner when one comes while others wait', async () => {
    const turns = new Turns();
    const begun: number[] = [];
    turns.enter('a', () => work(10));
    turns.enter('a', () => begun.push(1));
    await nextTurn();
    turns.enter('a', () => begun.push(2));
    turns.enter('a', () => begun.push(3));
    while (begun.length < 3) await nextTurn();
    expect(begun).toEqual([1, 2, 3]);
  });
});
