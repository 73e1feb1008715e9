import { describe, expect, it } from '@jest/globals';
import { Redaction } from './redaction.js';

function redacting(...values: string[]): Redaction {
  const redaction = new Redaction();
  for (const value of values) redaction.add(value);
  return redaction;
}

const PEM = '-----BEGIN KEY-----\r\n  aBcD1234\r\nxyz\n-----END KEY-----\n';
const LONG = Array.from({ length: 2_000 }, (_, index) => index.toString(36)).join('');

describe('redaction', () => {
  it.each([
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
    ['aaaa', 'aaaaaaaaa', '[redacted]'],
    ['hunter2', 'hunter2hunter2 hunter', '[redacted] hunter'],
    ['ключ-от-дома', 'вот ключ-от-дома 😀', 'вот [redacted] 😀'],
  ])('redaction of the secret %j has the expected effect on %j', (secret, text, redacted) => {
    expect(redacting(secret).apply(text)).toBe(redacted);
  });

  it('the longest of several matching secrets is redacted', () => {
    expect(redacting('pass', 'password', 'password-long').apply('password-longer passing')).toBe(
      '[redacted]er [redacted]ing',
    );
    const shared = 'h'.repeat(64);
    expect(redacting(shared + 'one', shared + 'one-two').apply(`${shared}one-two`)).toBe(
      '[redacted]',
    );
  });

  it.each([
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
  ])('the beginning of a secret is redacted at the end of %s', (_what, text, redacted) => {
    expect(redacting('hunter2-secret').apply(text)).toBe(redacted);
  });

  it('overlapping, nested and adjacent secrets are redacted as one', () => {
    expect(redacting('abcdef', 'defghi').apply('xabcdefghix')).toBe('x[redacted]x');
    expect(redacting('abcdefghi', 'cdefg').apply('abcdefghi abcdefg')).toBe(
      '[redacted] ab[redacted]',
    );
    expect(redacting('abcd', 'efgh').apply('abcdefgh')).toBe('[redacted]');
    expect(redacting('bcde', 'abcdefg!').apply('abcdefg?')).toBe('a[redacted]fg?');
  });

  it('secrets added during use are redacted from then on', () => {
    const redaction = new Redaction();
    for (let index = 1000; index < 1400; index += 1) {
      redaction.add(`key ${index}`);
      expect(redaction.apply(`key ${index}, key 1000, key 999`)).toBe(
        '[redacted], [redacted], key 999',
      );
    }
  });

  it('redaction finds the same secrets as a plain search in texts of few letters', () => {
    let state = 7;
    const letters = (count: number): string => {
      let text = '';
      for (; text.length < count; text += 'ab'[(state >> 16) & 1])
        state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return text;
    };
    for (let round = 0; round < 300; round += 1) {
      const secrets = [4, 5, 7, 9].map((length) => letters(length));
      const text = letters(60);
      const hidden = Array.from(text, (_, at) =>
        secrets.some((secret) =>
          text.slice(Math.max(0, at - secret.length + 1), at + secret.length).includes(secret),
        ),
      );
      const masked = Array.from(text, (char, at) => (hidden[at] === true ? '*' : char)).join('');
      expect(redacting(...secrets).apply(text)).toBe(masked.replaceAll(/\*+/g, '[redacted]'));
    }
  });

  it.each([
    ['begin alike', Array.from({ length: 20_000 }, (_, index) => `aaaa${index.toString(36)}`)],
    [
      'begin alike for long',
      Array.from({ length: 3_000 }, (_, index) => `${'a'.repeat(64)}${index.toString(36)}b`),
    ],
    ['are ends of each other', Array.from({ length: 600 }, (_, index) => 'a'.repeat(index + 4))],
    [
      'are of one letter, but for their end',
      Array.from({ length: 60 }, (_, index) => `${'a'.repeat(4_000)}${index}`),
    ],
  ])('redaction takes no longer with pieces that %s', (_what, lines) => {
    const redaction = redacting(lines.join('\n'));
    const text = `${'a'.repeat(120)}b`.repeat(1_000);
    const before = process.cpuUsage();
    for (let time = 0; time < 3; time += 1) redaction.apply(text);
    const { user, system } = process.cpuUsage(before);
    // It takes 0.1 to 0.25 s, and took up to 7.7 s when pieces were tried one by one.
    expect((user + system) / 1000).toBeLessThan(1_500);
  });

  it('redaction refuses more secrets than it can hold', () => {
    const redaction = redacting('x'.repeat(200_000));
    redaction.add('x'.repeat(200_000));
    expect(() => redaction.add('y'.repeat(100_000))).toThrow('in all');
  });
});
