import { describe, expect, it } from '@jest/globals';
import { mayBeAskedAgain, pauseBefore } from './asked-again.js';
import { toRequestError, unanswered } from './request-error.js';

const answered = (status: number, headers: Record<string, string> = {}) =>
  toRequestError({ detail: 'no' }, new Response(null, { status, headers }));

describe('a question that has failed', () => {
  it.each([
    [unanswered(), 0, true],
    [unanswered(), 2, false],
    [answered(503), 1, true],
    [answered(503), 2, false],
    [answered(404), 0, false],
    [answered(403), 0, false],
    [answered(429), 4, true],
    [answered(429), 5, false],
  ])('a failed request is repeated as its answer allows: %#', (error, count, expected) => {
    expect(mayBeAskedAgain(count, error)).toBe(expected);
  });

  it('the pause before a repeat is the one the server asks for, or grows each time', () => {
    expect(pauseBefore(0, answered(429, { 'Retry-After': '7' }))).toBe(7_000);
    expect(pauseBefore(0, answered(429, { 'Retry-After': '3600' }))).toBe(60_000);
    expect(pauseBefore(0, answered(429, { 'Retry-After': 'Thu, 26 Nov 2026' }))).toBe(1_000);
    expect([0, 1].map((count) => pauseBefore(count, unanswered()))).toEqual([1_000, 2_000]);
  });
});
