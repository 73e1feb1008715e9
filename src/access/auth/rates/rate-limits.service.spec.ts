import { ServerResponse } from 'node:http';
import { expect, it } from '@jest/globals';
import { MemoryRateStore } from './memory.rate-store.js';
import { RateLimits } from './rate-limits.service.js';

const LIMIT = 3;

/** Spends a request and returns the remaining number in the answer's header. */
async function spend(limits: RateLimits, id = 'key'): Promise<string | undefined> {
  const response = new ServerResponse({ method: 'GET' } as never);
  try {
    await limits.spend('key', id, response);
  } finally {
    expect(response.getHeader('ratelimit-policy')).toBe(`"key";q=${LIMIT};w=60`);
  }
  return /r=\d+/.exec(String(response.getHeader('ratelimit')))?.[0];
}

it('a key may make just as many requests in a window as the limit says, and another key its own', async () => {
  const limits = new RateLimits({ rateLimit: LIMIT }, new MemoryRateStore(LIMIT));
  expect(await spend(limits)).toBe('r=2');
  expect(await spend(limits)).toBe('r=1');
  expect(await spend(limits)).toBe('r=0');
  await expect(spend(limits)).rejects.toMatchObject({ kind: 'rate_limited' });
  expect(await spend(limits, 'other')).toBe('r=2');
});
