import { describe, expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { type Converted } from '../../../packages/document-converter/src/converted.js';
import { pdf, type PdfExtras, type PdfLine, type PdfRule } from '../../support/documents/pdf.js';

const SIZE = 10;
const LEFT = 72;

/** Returns lines below each other; the first is `y` points above the bottom. */
function lines(
  texts: string[],
  { x = LEFT, y = 700, step = 12, ...rest }: Partial<PdfLine> & { step?: number } = {},
): PdfLine[] {
  return texts.map((text, index) => ({ size: SIZE, ...rest, x, y: y - index * step, text }));
}

function converted(pages: PdfLine[][], extras?: PdfExtras): Promise<Converted> {
  return convert(pdf(pages, extras), 'a.pdf', { mediaPath: 'm/', fallback: false });
}

async function convertToMarkdown(pages: PdfLine[][], extras?: PdfExtras): Promise<string> {
  return withoutPlaces((await converted(pages, extras)).markdown);
}

function withoutPlaces(markdown: string): string {
  return markdown.replaceAll(/^ *<!-- page \d+ -->\n+/gm, '');
}

const COLUMN = [
  'Words of a column that is so wide that no one',
  'takes its lines for cells of a table, and which',
  'goes on for as long as it has to until it ends.',
];
const PROSE = 'This is a line of prose that is about as wide as a page of print is, more or less.';

/** Returns a line whose letters are drawn twice, slightly shifted, as some programs do instead of using a bold face. */
function drawnTwice(text: string, y: number): PdfLine[] {
  return [...text].flatMap((letter, at) =>
    [0, 0.4].map((by) => ({ text: letter, size: SIZE, x: LEFT + at * 8 + by, y: y - by / 2 })),
  );
}

describe('text of a PDF', () => {
  it('letters drawn twice to look bold are kept once', async () => {
    const page = [
      ...lines([PROSE]),
      ...drawnTwice('ANNUAL REPORT', 660),
      ...lines([PROSE], { y: 620 }),
    ];
    expect(await convertToMarkdown([page])).toBe(`${PROSE}\n\n# ANNUAL REPORT\n\n${PROSE}\n`);
  });

  it.each([90, 270])('a page turned by %i degrees is laid out as usual', async (rotate) => {
    const page = [
      ...lines(['Amounts'], { y: 740, bold: true }),
      ...cells(CELLS),
      ...lines([PROSE], { y: 600 }),
    ];
    const [turned, upright] = [
      await convertToMarkdown([page], { rotate }),
      await convertToMarkdown([page]),
    ];
    expect(turned).toBe(upright);
    expect(turned).toContain(TABLE);
  });

  it('a stamp on every page is kept once and reported', async () => {
    const { markdown, warnings } = await converted([lines([PROSE]), lines(['Other words.'])], {
      stamp: 'DRAFT',
    });
    expect(withoutPlaces(markdown)).toBe(`${PROSE}\n\nDRAFT\n\nOther words.\n`);
    expect(warnings).toEqual([
      'Headers and footers that repeat are kept where they are first, and left out of page 2.',
    ]);
  });

  it('columns are read one after the other, below the title over both', async () => {
    const left = lines([...COLUMN, ...COLUMN], { y: 640 });
    const right = lines(
      COLUMN.map((line) => line.toUpperCase()),
      { x: 320, y: 640, size: 8 },
    );
    const title = lines(['A title that stands over both of the columns of it'], {
      size: 20,
      y: 700,
    });
    const markdown = await convertToMarkdown([[...right, ...left, ...title]]);
    expect(markdown).toMatch(
      /^# A title .*\n\nWords of a column [^]*until it ends\. [^]*\n\nWORDS OF/,
    );
  });

  it('hyphens are kept in a document that divides no words, and between two of its words', async () => {
    const text = [
      'Every reader of the market has a price for it, and knows what a conversation of it is.',
      'Each of the prices of it, says the reader of the market, who has seen them, is market-',
      'conversation, and what they say of it here in many a line of the page is said neverthe-',
      'less of the market, as every reader of it knows, who has read the page to the end of it.',
    ];
    const rest = Array<string>(70).fill(PROSE);
    expect(await convertToMarkdown([lines([...text, ...rest], { step: 9 })])).toMatch(
      /is market-conversation, and .* said neverthe-less of/,
    );
    expect(await convertToMarkdown([lines(text)])).toMatch(
      /is market-conversation, and .* said nevertheless of/,
    );
  });

  it('words divided at the end of a line are joined, and hyphens of their own are kept', async () => {
    const text = [
      'The state-of-the-art is what every reader expects of an engine for documents that con-',
      'verts them, and what is well known as state-of-the-art here is the same state-of-the-',
      'art in every line of it, whatever the width of the page may be at the end of a line.',
    ];
    expect(await convertToMarkdown([lines(text)])).toBe(
      'The state-of-the-art is what every reader expects of an engine for documents that converts them, and what is well known as state-of-the-art here is the same state-of-the-art in every line of it, whatever the width of the page may be at the end of a line.\n',
    );
  });

  it('headings are found by size or bold type, and emphasis within a line is kept', async () => {
    const page = [
      ...lines(['Largest'], { size: 22, y: 730 }),
      ...lines(['Larger'], { size: 15, y: 690 }),
      ...lines(['Only bold'], { bold: true, y: 660 }),
      ...lines([PROSE, PROSE], { y: 640 }),
      ...lines(['Some'], { y: 600 }),
      ...lines(['slanted'], { y: 600, x: 100, face: 'italic' }),
      ...lines(['words.'], { y: 600, x: 136 }),
    ];
    expect(await convertToMarkdown([page])).toBe(
      `# Largest\n\n## Larger\n\n### Only bold\n\n${PROSE} ${PROSE}\n\nSome *slanted* words.\n`,
    );
  });

  it('paragraphs are separated by space, by indents and by lines that end early', async () => {
    const page = [
      ...lines([PROSE, 'It ends here.', PROSE], { y: 700 }),
      ...lines([PROSE], { y: 640 }),
      ...lines([PROSE], { y: 628, x: LEFT + 14 }),
      ...lines([PROSE], { y: 616 }),
    ];
    expect(await convertToMarkdown([page])).toBe(
      `${PROSE} It ends here.\n\n${PROSE}\n\n${PROSE}\n\n${PROSE} ${PROSE}\n`,
    );
  });

  it('code is kept in lines of its own with their indentation', async () => {
    const page = [
      ...lines([PROSE, PROSE], { y: 700 }),
      ...lines(['if x < 1:', 'return [x]'], { y: 660, face: 'code' }).map((line, index) => ({
        ...line,
        x: line.x + index * 24,
      })),
      ...lines([PROSE], { y: 620 }),
    ];
    expect(await convertToMarkdown([page])).toBe(
      `${PROSE} ${PROSE}\n\n\`\`\`\nif x < 1:\n    return [x]\n\`\`\`\n\n${PROSE}\n`,
    );
  });

  it('nested lists are kept and continue on the next page', async () => {
    const bullet = '\u0095';
    const first = [
      ...lines([PROSE], { y: 700 }),
      ...lines([`${bullet} one`], { y: 680 }),
      ...lines([`${bullet} deeper`], { y: 668, x: LEFT + 20 }),
      ...lines([`${bullet} two`], { y: 656 }),
    ];
    const second = [
      ...lines([`${bullet} three`], { y: 600 }),
      ...lines(['1. first', '2. second'], { y: 560 }),
    ];
    expect((await converted([first, second])).markdown).toBe(
      `<!-- page 1 -->\n\n${PROSE}\n\n- one\n  - deeper\n- two\n  <!-- page 2 -->\n- three\n\n1. first\n2. second\n`,
    );
  });

  it('a link covers exactly its area, and a dangerous link is dropped', async () => {
    const page = lines(['Here is', 'more text of the page'], { y: 606, step: 40 });
    expect(await convertToMarkdown([page], { link: 'https://example.com/x' })).toBe(
      '[Here is](https://example.com/x)\n\nmore text of the page\n',
    );
    expect(await convertToMarkdown([page], { link: 'javascript:alert(1)' })).not.toContain('alert');
  });

  it('text is kept beside pages without text, and a warning names those pages', async () => {
    const rules = [[50, 50, 300, 300]] as const;
    const pages = [lines([PROSE]), [], lines([PROSE.toUpperCase()]), [], []];
    const { markdown, warnings } = await converted(pages, { rules });
    expect(markdown).toContain(`<!-- page 2 -->\n\n<!-- page 3 -->\n\n${PROSE.toUpperCase()}\n`);
    expect(warnings).toEqual([
      'Pages 2 and 4 to 5 have no text: they are scans or drawn. Recognise the text first (OCR), then upload the document again.',
    ]);
    expect((await converted(pages.slice(0, 2), { rules })).warnings).toEqual([
      expect.stringMatching(/^Page 2 has no text: it is a scan or drawn\./),
    ]);
    // Blank pages cause no warning.
    expect((await converted(pages)).warnings).toEqual([]);
    await expect(converted([[], []], { rules })).rejects.toThrow('The PDF has no text');
  });

  it('repeated headers and footers are kept once, page numbers are dropped, and both are reported', async () => {
    const page = (number: number) => [
      ...lines(['A report of the board'], { y: 770 }),
      ...lines([`${PROSE} ${number}.`], { y: 600 }),
      ...lines([`Draft, page ${number} of 4`], { y: 42 }),
      ...lines([`${number}`], { y: 24, x: 300 }),
    ];
    const { markdown, warnings } = await converted([1, 2, 3, 4].map(page));
    expect(markdown).toContain('\n\n<!-- page 4 -->\n\n');
    const [first, ...others] = [1, 2, 3, 4].map((number) => `${PROSE} ${number}.`);
    expect(withoutPlaces(markdown)).toBe(
      ['A report of the board', first, 'Draft, page 1 of 4', ...others].join('\n\n') + '\n',
    );
    expect(warnings).toEqual([
      'Headers and footers that repeat are kept where they are first, and left out of pages 2 to 4.',
      'Page numbers are left out of pages 1 to 4.',
    ]);
    expect(await convertToMarkdown([page(1)])).toMatch(/^A report of the board\n[^]*\n1\n$/);
  });

  it('lines that differ in a number from page to page are kept, and so are repeated table rows', async () => {
    const table = (page: number) =>
      Array.from({ length: 58 }, (_, row) => {
        // The first and the last rows are the same on all pages.
        const cells = row < 2 || row > 55 ? ['Fee', '1.00'] : [`Order ${page * 58 + row}`, '20.00'];
        return cells.map((text, at): PdfLine => {
          return { text, x: LEFT + at * 200, y: 770 - row * 12.5, size: SIZE };
        });
      }).flat();
    const { markdown, warnings } = await converted([0, 1, 2, 3].map(table));
    expect(markdown.match(/\| Fee +\| 1\.00 +\|/g)).toHaveLength(16);
    expect(markdown.match(/\| Order \d+ +\| 20\.00 +\|/g)).toHaveLength(54 * 4);
    expect(warnings).toEqual([]);
    const dated = ['2026-01-31', '2026-02-28', '2026-03-31'].map((date) => [
      ...lines([`Statement of ${date}`], { y: 770 }),
      ...lines([PROSE], { y: 600 }),
    ]);
    const statements = (await converted(dated)).markdown;
    for (const date of ['2026-01-31', '2026-02-28', '2026-03-31'])
      expect(statements).toContain(`Statement of ${date}`);
  });

  it('text is read in the order of its places, not of its drawing', async () => {
    const [a, b, c] = ['(', 'overlap', ')'].map((text, at) => ({
      text,
      x: 50 + at * 30,
      y: 740,
      size: 8,
    }));
    expect(await convertToMarkdown([[b, c, a] as PdfLine[]])).toBe('( overlap )\n');
  });

  it('two pages on one sheet are read from the left one', async () => {
    const half = (x: number, word: string) =>
      lines(
        Array.from({ length: 24 }, (_, at) => `${word} line ${at} of a page that faces another`),
        { x },
      );
    const markdown = await convertToMarkdown([[...half(660, 'Right'), ...half(60, 'Left')]], {
      width: 1224,
    });
    expect(markdown.indexOf('Left line 23')).toBeLessThan(markdown.indexOf('Right line 0'));
    expect(markdown.indexOf('Left line 23')).toBeGreaterThan(0);
  });
});

const CELLS = [
  ['Name', 'Amount', 'Remark'],
  ['Apples', '12', 'red'],
  ['Pears', '7', 'green'],
];
const TABLE = `| Name   | Amount | Remark |
| ------ | ------ | ------ |
| Apples | 12     | red    |
| Pears  | 7      | green  |`;

function cells(rows: string[][], step = 20): PdfLine[] {
  return rows.flatMap((row, y) =>
    row.map((text, x) => ({ text, x: LEFT + 5 + x * 120, y: 700 - y * step, size: SIZE })),
  );
}

describe('a table of a PDF', () => {
  it('cells close to each other keep their own text, and list items in a cell their own lines', async () => {
    const rules = [72, 182, 292].map((x): PdfRule => [x, 600, x, 700]);
    const floors = [600, 640, 700].map((y): PdfRule => [72, y, 292, y]);
    const cell = (x: number, y: number, texts: string[]) => lines(texts, { x, y });
    const page = [
      ...cell(74, 680, ['Words that fill all of', '· one', '· two']),
      ...cell(184, 680, ['the line up to the wall']),
      ...cell(74, 620, ['left']),
      ...cell(184, 620, ['right']),
    ];
    expect(await convertToMarkdown([page], { rules: [...rules, ...floors] })).toContain(
      '| Words that fill all of<br>· one<br>· two | the line up to the wall |',
    );
  });

  it('a table over the middle of a wide page stays one, with and without rules', async () => {
    const rows = Array.from({ length: 30 }, (_, row) =>
      Array.from({ length: 8 }, (_column, column) => `r${row}c${column}`),
    );
    const page = rows.flatMap((row, y) =>
      row.map((text, x) => ({ text, x: 60 + x * 140, y: 740 - y * 14, size: SIZE })),
    );
    const across = Array.from({ length: 31 }, (_, y): PdfRule => [
      50,
      752 - y * 14,
      1170,
      752 - y * 14,
    ]);
    const down = Array.from({ length: 9 }, (_, x): PdfRule => [
      50 + x * 140,
      752,
      50 + x * 140,
      332,
    ]);
    for (const rules of [[], [...across, ...down]]) {
      const markdown = await convertToMarkdown([page], { width: 1224, rules });
      for (const row of rows) expect(markdown).toMatch(new RegExp(row.join(' +\\| '), 'u'));
    }
  });

  it('a table is found by its rules', async () => {
    const across = [713, 693, 673, 653].map((y): PdfRule => [LEFT, y, LEFT + 360, y]);
    const down = [0, 120, 240, 360].map((x): PdfRule => [LEFT + x, 713, LEFT + x, 653]);
    const prose = lines([PROSE], { y: 620 });
    expect(
      await convertToMarkdown([[...cells(CELLS), ...prose]], { rules: [...across, ...down] }),
    ).toBe(`${TABLE}\n\n${PROSE}\n`);
  });

  it('a table without rules is found by its aligned columns', async () => {
    const page = [...lines([PROSE], { y: 740 }), ...cells(CELLS), ...lines([PROSE], { y: 600 })];
    expect(await convertToMarkdown([page])).toBe(`${PROSE}\n\n${TABLE}\n\n${PROSE}\n`);
  });

  it('a cell with two lines stays in its row, and empty cells stay in their columns', async () => {
    const page = [
      ...cells([...CELLS, ['Plums', '', 'blue']], 30),
      { text: 'and sweet', x: LEFT + 5 + 240, y: 700 - 72, size: SIZE },
    ];
    expect(await convertToMarkdown([page])).toBe(`| Name   | Amount | Remark          |
| ------ | ------ | --------------- |
| Apples | 12     | red             |
| Pears  | 7      | green and sweet |
| Plums  |        | blue            |
`);
  });

  it('rules that only frame text make no table', async () => {
    const frame: PdfRule[] = [
      [60, 720, 560, 720],
      [60, 640, 560, 640],
      [60, 720, 60, 640],
      [560, 720, 560, 640],
    ];
    expect(await convertToMarkdown([lines([PROSE, PROSE])], { rules: frame })).toBe(
      `${PROSE} ${PROSE}\n`,
    );
  });
});

describe('whatever stands on a page', () => {
  it('every word of a page is in the Markdown, wherever it stands', async () => {
    let state = 7;
    const random = (below: number) => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return state % below;
    };
    for (let round = 0; round < 40; round += 1) {
      const page = Array.from({ length: 60 }, (_, at) => ({
        text: `word${round}x${at}`,
        x: 20 + (at % 6) * 95 + random(20),
        y: 120 + Math.floor(at / 6) * 55 + random(30),
        size: 6 + random(6),
        bold: random(4) === 0,
      }));
      const rules = Array.from({ length: 20 }, (): PdfRule => {
        const [x, y, length] = [random(500), random(700), random(300)];
        return random(2) === 0 ? [x, y, x + length, y] : [x, y, x, y + length];
      });
      const markdown = await convertToMarkdown([page], { rules });
      const lost = page.filter(
        ({ text }) => !markdown.replaceAll(/[*\s\\]|<br>/g, '').includes(text),
      );
      expect(lost).toEqual([]);
    }
  });
});
