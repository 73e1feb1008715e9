import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../../base/kernel/json.js';
import { summariseResult, MAX_SUMMARY } from './result-summary.js';
import { Redaction } from '../../../base/redaction/redaction.js';

const asItIs = (text: string): string => text;

describe('the summary of a result', () => {
  it.each<[Json, string | null]>([
    [null, null],
    [42, '42'],
    [false, 'false'],
    ['two\n  lines', 'two lines'],
    [[], '[]'],
    [{ rows: 3, names: ['a', null] }, '{"rows": 3, "names": ["a", null]}'],
  ])('the summary of %j is %j', (result, summary) => {
    expect(summariseResult(result, asItIs)).toBe(summary);
  });

  it('a long result is cut to 200 characters and never within one', () => {
    const long = summariseResult('😀'.repeat(500), asItIs);
    expect(long?.length).toBeLessThanOrEqual(MAX_SUMMARY);
    expect(long).toMatch(/^(?:😀)+…$/u);
    const list = Array.from({ length: 100_000 }, (_, index) => ({ index }));
    expect(summariseResult(list, asItIs)).toHaveLength(MAX_SUMMARY);
  });

  it('the summary shows no secret, not even the part of one at the cut', () => {
    const redaction = new Redaction();
    const secret = 'correct horse battery staple '.repeat(5).trim();
    redaction.add(secret);
    const redact = (text: string): string => redaction.apply(text);
    expect(summariseResult({ key: secret }, redact)).toBe('{"key": "[redacted]"}');
    for (let before = 40; before < 1_000; before += 7)
      expect(summariseResult(`${'-'.repeat(before)}${secret}`, redact)).not.toContain('correct');
    expect(
      summariseResult([secret, secret, secret, secret, secret, secret, secret], redact),
    ).not.toMatch(/correct|horse|battery|staple/);
  });
});
