import { describe, expect, it } from '@jest/globals';
import { freeIds, KernelUsers } from './kernel-users.js';

describe('kernel users of guests', () => {
  it('the kernel users of guests are unassigned ids', () => {
    expect(freeIds('         0          0 4294967295\n')).toEqual({
      first: 0x7000_0000,
      count: 0x0ffe_0000,
    });
  });

  it('the kernel users of guests lie within the ids of the container', () => {
    expect(freeIds('0 100000 65536')).toEqual({ first: 32_768, count: 28_416 });
    expect(freeIds('0 1000 1\n1 100000 65536\n')?.first).toBe(32_768);
  });

  it('no kernel users are available if there is only one id', () => {
    expect(freeIds('0 1000 1\n')).toBeNull();
  });

  it('the kernel users of guests lie within their range, and are NOBODY if there is none', () => {
    const users = new KernelUsers({ first: 1_000, count: 100 });
    for (let trial = 0; trial < 1_000; trial += 1) {
      const { first, count } = users.take(10);
      expect(first).toBeGreaterThanOrEqual(1_000);
      expect(first + count).toBeLessThanOrEqual(1_100);
    }
    expect(new KernelUsers(null).take(10)).toEqual({ first: 65_534, count: 1 });
  });
});
