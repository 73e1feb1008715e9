import { describe, expect, it } from '@jest/globals';
import { MAX_LENGTH, MAX_LINES, splitIntoSections } from './sections.js';

describe('the sections of a text', () => {
  it('the sections of a Markdown text begin at its headings', () => {
    const text = '---\nx: y\n---\nintro\n# A\na\n## B\n\nb\n# C';
    expect([...splitIntoSections(text, true)].map(({ places: _, ...rest }) => rest)).toEqual([
      { heading: [], anchor: null, firstLine: 1, lastLine: 4, text: '---\nx: y\n---\nintro\n' },
      { heading: ['A'], anchor: 'a', firstLine: 5, lastLine: 6, text: '# A\na\n' },
      { heading: ['A', 'B'], anchor: 'b', firstLine: 7, lastLine: 9, text: '## B\n\nb\n' },
      { heading: ['C'], anchor: 'c', firstLine: 10, lastLine: 10, text: '# C' },
    ]);
    expect([...splitIntoSections(text, false)]).toMatchObject([
      { heading: [], firstLine: 1, lastLine: 10 },
    ]);
    expect([...splitIntoSections('', true)]).toEqual([]);
  });

  it.each([
    ['lines', 'a line\n'.repeat(1_234)],
    ['long lines', `${'word '.repeat(500)}\n`.repeat(20)],
    ['one line', 'x'.repeat(50_000)],
    ['one line of pairs', `y${'😀'.repeat(20_000)}`],
    ['a long line between others', `a\n${'word '.repeat(10_000)}\nb\n`],
    ['blank lines', '\n'.repeat(500)],
  ])('the sections of a text are small and together make up the whole: %s', (_, text) => {
    const sections = [...splitIntoSections(text, true)];
    expect(sections.map((section) => section.text).join('') === text).toBe(true);
    for (const { text: part, firstLine, lastLine } of sections) {
      expect(part.length).toBeLessThanOrEqual(MAX_LENGTH);
      expect(part.isWellFormed()).toBe(true);
      expect(lastLine - firstLine).toBeLessThan(MAX_LINES);
      const lines = part.split('\n').length - (part.endsWith('\n') ? 1 : 0);
      expect(lines).toBe(lastLine - firstLine + 1);
    }
  });
});
