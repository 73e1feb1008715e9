// Random PDFs, together with their text, on which the rule of docs/conversion.md is checked.
import { type Random } from '../../../support/fuzz/random.js';
import { type PdfLine } from '../../../support/documents/pdf.js';

const SIZE = 10;
const HEIGHT = 792;
const WORDS = 'fee rent order parcel invoice payment transfer refund salary interest'.split(' ');
const LABELS = 'Name Flat Born Children Street Floor Phone Status'.split(' ');

/** A document: the content of each page, and what all pages share. */
export interface MadePdf {
  pages: PdfLine[][];
  width: number;
  /** All words except those of headers and footers, in reading order, with duplicates. */
  words: string[];
  running: string[];
  /** Texts that belong in one line of the Markdown: the cells of a table row, or the label and the value of a field. */
  rows: string[];
  headings: string[];
  /** Unique words, in reading order. */
  order: string[];
}

interface Sheet {
  random: Random;
  width: number;
  lines: PdfLine[];
  made: MadePdf;
}

function draw({ lines, made }: Sheet, line: Omit<PdfLine, 'size'>): void {
  lines.push({ size: SIZE, ...line });
  made.words.push(...line.text.split(' '));
}

/** Adds a table that fills the page. Some rows are similar, some identical. */
function table(sheet: Sheet): void {
  const { random, width, made } = sheet;
  const columns = 2 + random.below(4);
  const step = 12 + random.below(6);
  const same = random.percent(50) ? random.below(20) : -1;
  for (let y = HEIGHT - 30, row = 0; y > 30; y -= step, row += 1) {
    const cells = Array.from({ length: columns }, (_, column) => {
      if (row === same) return '0.00';
      if (column === 0) return `${random.pick(WORDS)} ${random.below(100)}`;
      return `${random.below(10_000)}.${10 + random.below(90)}`;
    });
    for (const [at, text] of cells.entries())
      draw(sheet, { text, x: 50 + at * ((width - 100) / columns), y });
    made.rows.push(cells.join(' '));
  }
}

/** Returns a line of words as wide as its column, with one unique word. */
function sentence(sheet: Sheet, width: number): string {
  const { random, made } = sheet;
  const mark = `at${1_000 + made.order.length}`;
  made.order.push(mark);
  let text = `${random.pick(WORDS)} ${mark}`;
  while (text.length + 10 < width / (SIZE * 0.55)) text += ` ${random.pick(WORDS)}`;
  return text;
}

/** Adds lines of text in up to three columns. */
function prose(sheet: Sheet): void {
  const { random, width } = sheet;
  const columns = random.percent(50) ? 1 : width < 700 ? 2 : 2 + random.below(2);
  const space = (width - 100 - (columns - 1) * 30) / columns;
  for (let column = 0; column < columns; column += 1)
    for (let y = HEIGHT - 90; y > 90; y -= 13)
      draw(sheet, { text: sentence(sheet, space), x: 50 + column * (space + 30), y });
}

/** Adds labels with values next to them, one or two per line; many values have one or two digits. */
function form(sheet: Sheet): void {
  const { random, width, made } = sheet;
  const pairs = 1 + random.below(2);
  for (let y = HEIGHT - 90; y > 400; y -= 16 + random.below(8))
    for (let pair = 0; pair < pairs; pair += 1) {
      const [label, x] = [`${random.pick(LABELS)}:`, 50 + pair * ((width - 100) / 2)];
      const value = random.percent(50) ? `${random.below(100)}` : random.pick(WORDS);
      draw(sheet, { text: label, x, y });
      draw(sheet, { text: value, x: x + 60 + random.below(30), y });
      made.rows.push(`${label} ${value}`);
    }
}

/** Adds tagged blocks in two columns, drawn in any order. Only tags mark headings. */
function tagged(sheet: Sheet): void {
  const { random, width, lines, made } = sheet;
  const space = (width - 130) / 2;
  let block = 0;
  for (const x of [50, 80 + space])
    for (let y = HEIGHT - 90; y > 120; y -= 26) {
      const heading = `Part ${sentence(sheet, 60)}`;
      made.headings.push(heading);
      draw(sheet, { text: heading, x, y, tag: { role: random.pick(['H1', 'H2', 'H3']), block } });
      block += 1;
      for (const end = y - 13 * (1 + random.below(8)); y > Math.max(end, 120);) {
        y -= 13;
        draw(sheet, { text: sentence(sheet, space), x, y, tag: { role: 'P', block } });
      }
      block += 1;
    }
  if (random.percent(50)) lines.reverse();
}

/** Returns a document whose pages are of the same kind. */
export function makePdf(random: Random): MadePdf {
  const width = random.pick([612, 595, 842, 1_000]);
  const made: MadePdf = {
    pages: [],
    width,
    words: [],
    running: [],
    rows: [],
    headings: [],
    order: [],
  };
  const kind = random.pick([table, table, prose, prose, form, tagged]);
  const hasHeader = kind !== table && random.percent(70);
  const count = 1 + random.below(6);
  for (let page = 1; page <= count; page += 1) {
    const lines: PdfLine[] = [];
    kind({ random, width, lines, made });
    if (hasHeader) {
      const [head, foot] = [`ACME ${count} quarterly`, `Page ${page} of ${count}`];
      lines.push({ text: head, x: 50, y: HEIGHT - 30, size: 8 });
      lines.push({ text: foot, x: 50, y: 20, size: 8 });
      made.running.push(...head.split(' '), ...foot.split(' '));
    }
    made.pages.push(lines);
  }
  return made;
}
