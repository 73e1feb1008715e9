import { describe, expect, it } from '@jest/globals';
import { textDiff } from './text-diff.js';

const unifiedDiff = (from: string, to: string): string[] =>
  textDiff(from, to).flatMap(({ header, lines }) => [header, ...lines]);

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `line ${at}`);

/** Returns `from` with the difference applied. */
function patched(from: string, diff: readonly string[]): string {
  const lines = from.split('\n');
  const result: string[] = [];
  let at = 0;
  for (const line of diff) {
    const start = /^@@ -(\d+)/.exec(line)?.[1];
    if (start !== undefined) {
      const next = Number(start) - 1;
      result.push(...lines.slice(at, next));
      at = next;
    } else if (line.startsWith('+')) result.push(line.slice(1));
    else {
      if (line.slice(1) !== lines[at]) throw new Error(`"${line}" is not line ${at + 1}`);
      if (line.startsWith(' ')) result.push(line.slice(1));
      at += 1;
    }
  }
  return [...result, ...lines.slice(at)].join('\n');
}

describe('a difference of two texts', () => {
  it('a diff of two equal texts is empty', () => {
    expect(unifiedDiff('a\nb\n', 'a\nb\n')).toEqual([]);
  });

  it('a diff shows removed and added lines with three lines of context', () => {
    const from = numbered(20);
    const to = from.with(10, 'another');
    expect(unifiedDiff(from.join('\n'), to.join('\n'))).toEqual([
      '@@ -8,7 +8,7 @@',
      ' line 7',
      ' line 8',
      ' line 9',
      '-line 10',
      '+another',
      ' line 11',
      ' line 12',
      ' line 13',
    ]);
  });

  it('a diff has a separate hunk for each distant change', () => {
    const from = numbered(40);
    const to = from.with(2, 'one').with(30, 'two');
    const hunks = unifiedDiff(from.join('\n'), to.join('\n')).filter((line) =>
      line.startsWith('@@'),
    );
    expect(hunks).toEqual(['@@ -1,6 +1,6 @@', '@@ -28,7 +28,7 @@']);
  });

  it('a diff turns any text into any other, and a small change stays small', () => {
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 200; round += 1) {
      const words = (): string =>
        Array.from({ length: random(12) + 1 }, () => 'abc'[random(3)]).join('\n');
      const [from, to] = [words(), words()];
      expect(patched(from, unifiedDiff(from, to))).toBe(to);
    }
    expect(unifiedDiff('a\nb\nc', 'a\nc').filter((line) => /^[-+]/.test(line))).toEqual(['-b']);
  });

  it('a diff of two texts without a common line turns one into the other', () => {
    const from = numbered(2_000).join('\n');
    const to = from.replaceAll('line', 'row');
    expect(patched(from, unifiedDiff(from, to))).toBe(to);
  });
});
