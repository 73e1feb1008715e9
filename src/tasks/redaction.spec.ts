import { describe, expect, test } from '@jest/globals';
import { Redaction } from './redaction.js';

function redacting(...values: string[]): Redaction {
  const redaction = new Redaction();
  for (const value of values) redaction.add(value);
  return redaction;
}

const PEM = '-----BEGIN KEY-----\r\n  aBcD1234\r\nxyz\n-----END KEY-----\n';
const LONG = Array.from({ length: 2_000 }, (_, index) => index.toString(36)).join('');

describe('redaction', () => {
  test.each([
    ['hunter2', 'the password is hunter2, hunter2!', 'the password is [redacted], [redacted]!'],
    ['hunter2', 'hunter', 'hunter'],
    ['abc', 'abc abc', 'abc abc'],
    [' padded \n', 'a padded b', 'a [redacted] b'],
    [PEM, 'one: aBcD1234', 'one: [redacted]'],
    [PEM, PEM, '[redacted]\r\n  [redacted]\r\nxyz\n[redacted]\n'],
    [PEM, JSON.stringify(PEM), '"[redacted]\\r\\n  [redacted]\\r\\nxyz\\n[redacted]\\n"'],
    ['a"b\\c"d', JSON.stringify({ key: 'a"b\\c"d' }), '{"key":"[redacted]"}'],
    [LONG, `x${LONG}y`, 'x[redacted]y'],
    [LONG, `x${LONG.slice(0, 700)}`, 'x[redacted]'],
    ['aaaa', 'aaaaaaaaa', '[redacted][redacted]a'],
    ['ключ-от-дома', 'вот ключ-от-дома 😀', 'вот [redacted] 😀'],
  ])('of %j in %j', (secret, text, told) => {
    expect(redacting(secret).apply(text)).toBe(told);
  });

  test('takes the longest of several secrets', () => {
    expect(redacting('pass', 'password', 'password-long').apply('password-longer passing')).toBe(
      '[redacted]er [redacted]ing',
    );
    const shared = 'h'.repeat(64);
    expect(redacting(shared + 'one', shared + 'one-two').apply(`${shared}one-two`)).toBe(
      '[redacted]',
    );
  });

  test.each([
    ['a phase that was cut', `${'x'.repeat(490)} hunter2-se`, `${'x'.repeat(490)} [redacted]`],
    [
      'a Python line that was cut',
      `${'x'.repeat(600)}hunter [cut: 12 more characters]`,
      `${'x'.repeat(600)}[redacted] [cut: 12 more characters]`,
    ],
    [
      'a TypeScript line that was cut',
      `${'x'.repeat(600)}hunt [… 12 more characters]`,
      `${'x'.repeat(600)}[redacted] [… 12 more characters]`,
    ],
  ])('finds the beginning of a secret at the end of %s', (_what, text, told) => {
    expect(redacting('hunter2-secret').apply(text)).toBe(told);
  });

  test('stays cheap with many pieces that begin alike', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `aaaa${index.toString(36)}`);
    const redaction = redacting(lines.join('\n'));
    const began = performance.now();
    redaction.apply('a'.repeat(16_384));
    expect(performance.now() - began).toBeLessThan(500);
  });

  test('refuses more than it can keep', () => {
    const redaction = redacting('x'.repeat(200_000));
    redaction.add('x'.repeat(200_000));
    expect(() => redaction.add('y'.repeat(100_000))).toThrow('in all');
  });
});
