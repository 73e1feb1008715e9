import { describe, expect, it } from '@jest/globals';
import { renderTree } from '../../../packages/document-converter/src/markdown/render.js';
import {
  type Block,
  type Inline,
  paragraph,
  text,
} from '../../../packages/document-converter/src/tree.js';

const render = (...blocks: Block[]) => renderTree({ blocks, notes: [] });
const inline = (...content: (Inline | string)[]) => render(paragraph(...content));
const bold = (value: string) => text(value, { bold: true });
const italic = (value: string) => text(value, { italic: true });

describe('what Markdown would take for markup', () => {
  it.each([
    ['1. no list', '1\\. no list'],
    ['- no list', '\\- no list'],
    ['# no heading', '\\# no heading'],
    ['> no quote', '\\> no quote'],
    ['*no emphasis*', '\\*no emphasis\\*'],
    ['<b>no tag</b>', '\\<b>no tag\\</b>'],
    ['&amp; no entity', '\\&amp; no entity'],
    ['[no](link)', '[no\\](link)'],
    ['https://example.com/a_b_*c', 'https\\://example.com/a_b\\_\\*c'],
    ['`no code`', '\\`no code\\`'],
    ['---', '\\---'],
  ])('the text %s is escaped', (value, expected) => {
    expect(inline(value)).toBe(expected);
  });

  it.each([
    'snake_case_name',
    'a * b',
    '#hashtag',
    'C:\\Users\\ada',
    '5 < 6 & 7 > 3',
    '[1] and [a]',
    'https://example.com/a_b_c/_d',
    'Sign here: ______ (name)',
    'Ada <ada@example.com>',
    '10.5 and -3',
  ])('the text %s stays readable', (value) => {
    expect(inline(value)).toBe(value);
  });
});

describe('emphasis', () => {
  it('emphasis takes no space within its marks', () => {
    expect(inline('a', bold(' b '), 'c')).toBe('a **b** c');
  });

  it('adjacent bold texts are joined into one', () => {
    expect(inline(bold('one'), text(' '), bold('two'))).toBe('**one two**');
  });

  it('emphasis leaves punctuation outside if a letter follows', () => {
    expect(inline(bold('Note:'), 'text')).toBe('**Note**:text');
  });

  it('emphasis of several kinds is nested or put side by side', () => {
    expect(inline(bold('a '), text('b', { bold: true, italic: true }), bold(' c'))).toBe(
      '**a *b* c**',
    );
    expect(inline(italic('i'), text('s', { strike: true }))).toBe('*i*~~s~~');
  });

  it('code that contains backticks is enclosed in longer marks', () => {
    expect(inline(text('a`b', { code: true }))).toBe('``a`b``');
  });
});

describe('blocks', () => {
  const list = (ordered: boolean, ...items: Block[][]): Block => ({
    kind: 'list',
    ordered,
    start: 1,
    items: items.map((blocks) => ({ blocks })),
  });

  it('lists stay tight, and two lists in a row stay apart', () => {
    const one = list(false, [paragraph('a'), list(true, [paragraph('b')])], [paragraph('c')]);
    expect(render(one, list(false, [paragraph('d')]))).toBe('- a\n  1. b\n- c\n\n* d');
  });

  it('the blocks of a list item are indented', () => {
    const item = list(true, [paragraph('a'), { kind: 'code', language: '', text: 'x\n  y' }]);
    expect(render(item)).toBe('1. a\n\n   ```\n   x\n     y\n   ```');
  });

  it('the blocks of a table cell are put on one line', () => {
    const cell = { blocks: [paragraph('a|b'), list(false, [paragraph('c')], [paragraph('d')])] };
    const rows = [[{ blocks: [paragraph(bold('A'))] }], [cell]];
    expect(render({ kind: 'table', rows })).toBe(
      '| A                  |\n| ------------------ |\n| a\\|b<br>- c<br>- d |',
    );
  });

  it('wide tables are left unpadded', () => {
    const rows = [[{ blocks: [paragraph('A')] }], [{ blocks: [paragraph('x'.repeat(200))] }]];
    expect(render({ kind: 'table', rows })).toBe(`| A |\n| --- |\n| ${'x'.repeat(200)} |`);
  });

  it('a note is numbered and follows the text', () => {
    const blocks = [paragraph('a', { kind: 'note', id: 'n7' })];
    expect(renderTree({ blocks, notes: [{ id: 'n7', blocks: [paragraph('why')] }] })).toBe(
      'a[^1]\n\n[^1]: why',
    );
  });

  it('lists nested 500 levels deep are rendered in lines below 2000 characters', () => {
    let deep: Block = paragraph('x');
    for (let depth = 0; depth < 500; depth += 1) deep = list(false, [deep]);
    const lines = render(deep).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2000);
  });
});
