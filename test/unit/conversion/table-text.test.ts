import { describe, expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';

const read = (text: string, name = 'a.csv') =>
  convert(Buffer.from(text), name, { mediaPath: 'm/', fallback: false });
const UNCLOSED = 'Quotes that are not closed were read as characters';
/** Returns the rows without the line below the header. */
const parseRows = (markdown: string) =>
  markdown
    .trimEnd()
    .split('\n')
    .filter((_, at) => at !== 1)
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim()),
    );

describe('quotes', () => {
  it('cells in quotes hold delimiters, quotes and line ends', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['a,b', '"x, y","say ""hi"""', `"two${end}lines" ,z`, '"",""', '"5"x,"6"'];
      const { markdown, warnings } = await read(text.join(end));
      expect(parseRows(markdown)).toEqual([
        ['a', 'b'],
        ['x, y', 'say "hi"'],
        ['two<br>lines', 'z'],
        ['"5"x', '6'],
      ]);
      expect(warnings).toEqual([`${UNCLOSED}: line 6.`]);
    }
  });

  it('a quote that is not closed is a character, and the rows after it are rows', async () => {
    const text = 'size,what\n"3 inch,disk\n4,"a\nb"\n5" disk,x\n"6" disk,"y"\n7,"z';
    const { markdown, warnings } = await read(text);
    expect(parseRows(markdown)).toEqual([
      ['size', 'what'],
      ['"3 inch', 'disk'],
      ['4', 'a<br>b'],
      ['5" disk', 'x'],
      ['"6" disk', 'y'],
      ['7', '"z'],
    ]);
    expect(warnings).toEqual([`${UNCLOSED}: line 2, line 6, line 7.`]);
  });
});

describe('large tables', () => {
  it('rows for which there is no space are cut with a warning that says where', async () => {
    const cells = await read('x,y\n'.repeat(600_000));
    expect(cells.markdown.split('\n')).toHaveLength(500_002);
    expect(cells.warnings).toEqual([
      'The table has more than 1,000,000 cells: it is cut after row 500000; what follows is left out.',
    ]);
    const characters = await read(`${'x'.repeat(1020)}\n`.repeat(25_000));
    expect(characters.markdown.length).toBeLessThan(21 * 1024 * 1024);
    expect(characters.warnings).toEqual([
      'The table has more than 20 Mi characters: it is cut after row 20500; what follows is left out.',
    ]);
    const wide = await read(`${','.repeat(16_000)}x\n${'y\n'.repeat(2_000)}`);
    expect(wide.warnings).toEqual([
      'The table has a table that is mostly empty and too wide for Markdown: it is cut after row 249; what follows is left out.',
    ]);
  });

  it('a quote that is not closed before many rows costs no more than the rows', async () => {
    const rows = 'row of words,12345\n'.repeat(300_000);
    const { markdown, warnings } = await read(`a,"x\n${rows}`);
    expect(markdown.split('\n')).toHaveLength(300_003);
    expect(warnings).toEqual([`${UNCLOSED}: line 1.`]);
  });
});
