import { describe, expect, it } from '@jest/globals';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { toString } from 'mdast-util-to-string';
import { frontmatter } from 'micromark-extension-frontmatter';
import { MAX_HEADINGS, parseOutline, buildHeadingPath } from './outline.js';
import { AT_ONCE_MS } from '../../../../test/support/deadlines.js';

/** Returns the level, line and text of each heading according to the CommonMark reference parser. */
function reference(text: string): string[] {
  const tree = fromMarkdown(text, {
    extensions: [frontmatter(['yaml'])],
    mdastExtensions: [frontmatterFromMarkdown(['yaml'])],
  });
  return tree.children.flatMap((node) => {
    if (node.type !== 'heading') return [];
    const words = toString(node, { includeHtml: false }).replace(/\s+/g, ' ').trim();
    return `${node.position?.start.line}: ${'#'.repeat(node.depth)} ${words}`;
  });
}

function ours(text: string): string[] {
  return parseOutline(text).headings.map(
    ({ level, title, firstLine }) => `${firstLine}: ${'#'.repeat(level)} ${title}`,
  );
}

const CASES: Record<string, string> = {
  'ATX of every level': '# 1\n## 2\n### 3\n#### 4\n##### 5\n###### 6\n####### 7\n#none\n#\n##\tTab',
  'closing marks': '# a #\n# a ##  \n# a#\n# #\n## ##\n# a \\#\n# a # b #',
  'indented ones': ' # a\n   # b\n    # code\n\n\t# code\ntext\n    # text',
  'setext ones': 'One\n===\n\nTwo\nlines\n---\n\n\n---\n\nthree\n   ----   \n    no\n    ---\n',
  'a thematic break': '- - -\n***\na\n* * *\nb\n___\n',
  'fenced code':
    '```sh\n# a\n~~~\n# b\n````\n# c\n~~~~ x `y`\n# d\n~~~\n# e\n~~~~\n# f\n``` a`b\n# g',
  'fenced code that never ends': '# a\n```\n# b\n``',
  HTML: '<!-- a\n\n# b\n--> c\n# d\n<div>\n# e\n\n# f\n<pre>\n\n# g\n</pre>\n# h\n<b>\n# i\n\nx\n<b>\n# j\n<?p\n\n# q ?>\n# r',
  quotes: '> # a\n> b\n===\n\n> ```\n# c\n> d\ne\n---\n# f\n>\n---\n',
  lists:
    '- # a\n\n  # b\n# c\n1. x\n   ===\n# d\n* a\nb\n---\n2) x\n\n   y\n===\n-\n\n  # e\n- \tx\n\n\t# f\n',
  'items and paragraphs': 'a\n2. b\n===\n\na\n1. b\n===\n\na\n-\n===\n\na\n- b\n===\n',
  'items in items': '- a\n  - b\n\n    # c\n\n  # d\n\n # e\n- > f\ng\n# h\n',
  'front matter': '---\ntitle: "# a"\n# b\n---\n# c\n---\n# d\n---\n',
  'front matter that never ends': '---\n# a\n',
  'words in marks':
    '# *a* **b** `c # d` [e](f) ![g](h) <https://i.j> k\\_l &amp; m_n_o __p__ <b>q</b> ``r`s``\n',
  'other line ends': '\uFEFF# a\r\nb\r\n===\r\n```\r\n# c\r\n```\r\n# d',
  'lines of white space': 'a\n  \n===\n\nb\n\t\n---\nc\n \n# d\n> e\n>  \n> ===\n',
  nothing: '',
  'a table': '| a | b |\n| --- | --- |\n| # c | d |\n# e',
};

describe('the outline of a Markdown text', () => {
  it.each(Object.entries(CASES))(
    'the outline has the headings that CommonMark defines: %s',
    (_, text) => {
      expect(ours(text)).toEqual(reference(text));
    },
  );

  it('the outline agrees with CommonMark on 4,000 texts of interfering parts', () => {
    const parts = [
      '# h',
      '## h #',
      'text',
      'more',
      '===',
      '---',
      '```',
      '~~~',
      '> q',
      '> # q',
      '>',
      '- i',
      '- # i',
      '  # in',
      '1. n',
      '2. n',
      '',
      '',
      '    code',
      '   three',
      '<div>',
      '</div>',
      '<!-- c',
      '-->',
      '* * *',
      '-',
      '  text',
      '<b>',
      '+ ```',
      '> - x',
      '- > x',
      '\t# tab',
      '-\ttab',
      '####### no',
    ];
    let seed = 7;
    const next = (below: number): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    for (let round = 0; round < 4_000; round += 1) {
      const lines = Array.from({ length: 2 + next(7) }, () => parts[next(parts.length)]);
      const text = ['x', '', ...lines].join('\n');
      // The reference parser reads these as text, where CommonMark has a list item or continues a paragraph.
      if (/(    code|# tab)\n+(2\.|-)|<b>/.test(text)) continue;
      const headings = ours(text);
      if (headings.join() !== reference(text).join())
        expect({ text, headings }).toEqual({ text, headings: reference(text) });
    }
  });

  it('the outline gives the section of each heading and the headings above it', () => {
    const { headings } = parseOutline('intro\n# A\na\n### B\nb\n## C\n# A\nlast');
    expect(
      headings.map((one) => [
        one.parent,
        buildHeadingPath(headings, one).join('/'),
        one.firstLine,
        one.lastLine,
      ]),
    ).toEqual([
      [null, 'A', 2, 6],
      [0, 'A/B', 4, 5],
      [0, 'A/C', 6, 6],
      [null, 'A', 7, 8],
    ]);
  });

  it('every heading has a unique anchor', () => {
    const { headings } = parseOutline(
      '# How to pay?\n# How to pay\n# how-to-pay-1\n# How to pay\n# 支払い方法\n# ?\n# !\n',
    );
    expect(headings.map(({ anchor }) => anchor)).toEqual([
      'how-to-pay',
      'how-to-pay-1',
      'how-to-pay-1-1',
      'how-to-pay-2',
      '支払い方法',
      '',
      '-1',
    ]);
  });

  it('the lines of a text are counted whether or not the last one has an end', () => {
    for (const [text, lines] of [
      ['', 0],
      ['a', 1],
      ['a\n', 1],
      ['---\na: 1\n---', 3],
      ['---\na: 1\n---\n', 3],
      ['---\na: 1\n---\nb', 4],
    ] as const)
      expect([text, parseOutline(text).totalLines]).toEqual([text, lines]);
  });

  it('an outline has a bounded number of headings, and says that there are more', () => {
    const { headings, more, totalLines } = parseOutline(
      `# First\n${'## a\n'.repeat(50_000)}# Last`,
    );
    expect([headings.length, more, totalLines]).toEqual([MAX_HEADINGS, true, 50_002]);
    // Omitted headings still end the sections before them.
    expect([headings[0]?.lastLine, headings.at(-1)?.lastLine]).toEqual([50_001, MAX_HEADINGS]);
    const long = parseOutline(`# ${'long '.repeat(200)}\n`.repeat(5_000));
    expect([long.more, JSON.stringify(long.headings).length < 2 ** 21]).toEqual([true, true]);
  });

  it('hostile texts cannot slow the outline beyond linear time', () => {
    const hostile = [
      '> '.repeat(200_000),
      '- '.repeat(200_000),
      '`'.repeat(400_000),
      '# ' + '*a'.repeat(200_000),
      '[a]('.repeat(100_000) + '\n===',
      '<a '.repeat(100_000),
      'a\n'.repeat(200_000) + '===',
      '- a\n'.repeat(100_000),
      '\t'.repeat(400_000) + 'x',
      '# ' + '<a'.repeat(100_000),
      '# ' + '#'.repeat(400_000) + 'x',
    ];
    for (const text of hostile) {
      const start = performance.now();
      parseOutline(text);
      expect(performance.now() - start).toBeLessThan(AT_ONCE_MS);
    }
  });
});
