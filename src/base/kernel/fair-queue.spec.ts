import { describe, expect, it } from '@jest/globals';
import { FairQueue } from './fair-queue.js';

function createQueue(...requests: [owner: string, request: number][]): FairQueue<number> {
  const queue = new FairQueue<number>();
  for (const [owner, request] of requests) queue.push(owner, request);
  return queue;
}

function drain(queue: FairQueue<number>): number[] {
  const order: number[] = [];
  for (let owner = queue.next; owner !== undefined; owner = queue.next)
    order.push(queue.shift(owner) ?? -1);
  return order;
}

describe('requests of several owners', () => {
  it("requests of several owners take turns, each owner's in order", () => {
    const queue = createQueue(['a', 1], ['a', 2], ['a', 3], ['b', 4], ['b', 5], ['c', 6]);
    expect(queue.size).toBe(6);
    expect(drain(queue)).toEqual([1, 4, 6, 2, 5, 3]);
    expect(queue.size).toBe(0);
  });

  it('the next request of an owner can be taken out of turn', () => {
    const queue = createQueue(['a', 1], ['b', 2], ['b', 3]);
    expect(queue.shift('b')).toBe(2);
    expect(drain(queue)).toEqual([1, 3]);
    expect(queue.shift('b')).toBeUndefined();
  });

  it('the queue counts its requests by owner', () => {
    const queue = createQueue(['a', 1], ['a', 2]);
    expect(queue.countWaiting('a')).toBe(2);
    expect(queue.countWaiting('b')).toBe(0);
    expect(queue.holdsOthersThan('a')).toBe(false);
    expect(queue.holdsOthersThan('b')).toBe(true);
  });

  it('clearing the queue returns all its requests and empties it', () => {
    const queue = createQueue(['a', 1], ['b', 2], ['a', 3]);
    expect(queue.clear()).toEqual([1, 3, 2]);
    expect(queue.next).toBeUndefined();
  });
});
