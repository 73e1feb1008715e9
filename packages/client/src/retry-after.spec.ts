import { expect, it } from '@jest/globals';
import { retryAfterSeconds } from './retry-after.js';

it.each([
  [null, null],
  ['', null],
  ['0', 0],
  ['120', 120],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 59],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['soon', null],
  ['-5', null],
  ['12 monkeys', null],
])('the client reads "Retry-After: %s" as a pause of %s s', (header, seconds) => {
  const headers = new Headers(header === null ? {} : { 'Retry-After': header });
  expect(retryAfterSeconds(new Response(null, { headers }), 1_000)).toBe(seconds);
});
