import { expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { pdf, type PdfLine } from '../../support/documents/pdf.js';
import { Random } from '../../support/fuzz/random.js';

// The law of docs/conversion.md, on documents that are made at random: what they say is kept, once, or a warning says that it is not.
// KEPT_SEED and KEPT_DOCUMENTS make others, or more.
const SEED = Number(process.env['KEPT_SEED'] ?? 20_260);
const DOCUMENTS = Number(process.env['KEPT_DOCUMENTS'] ?? 50);
const SIZE = 10;
const HEIGHT = 792;
const WORDS = 'fee rent order parcel invoice payment transfer refund salary interest'.split(' ');

/** A document: what stands on its pages, and what is the same on each of them. */
interface Made {
  pages: PdfLine[][];
  width: number;
  /** All words but those of headers and footers, as often as they are there. */
  words: string[];
  running: string[];
  /** The cells of each row of a table, with a space between them. */
  rows: string[];
}

type Line = (text: string, x: number, y: number) => void;

/** Rows of a table from the first to the last line of a page; some are alike, and some the same. */
function table(random: Random, width: number, line: Line): void {
  const columns = 2 + random.below(4);
  const step = 12 + random.below(6);
  const same = random.percent(50) ? random.below(20) : -1;
  for (let y = HEIGHT - 30, row = 0; y > 30; y -= step, row += 1)
    for (let column = 0; column < columns; column += 1) {
      const text =
        row === same
          ? '0.00'
          : column === 0
            ? `${random.pick(WORDS)} ${random.below(100)}`
            : `${random.below(10_000)}.${10 + random.below(90)}`;
      line(text, 50 + column * ((width - 100) / columns), y);
    }
}

/** Lines of text, in one column or two. */
function prose(random: Random, width: number, line: Line): void {
  const columns = random.percent(40) ? 2 : 1;
  const space = (width - 100 - (columns - 1) * 30) / columns;
  const letters = Math.floor(space / (SIZE * 0.55));
  for (let column = 0; column < columns; column += 1)
    for (let y = HEIGHT - 90; y > 90; y -= 13) {
      let text = random.pick(WORDS);
      while (text.length + 10 < letters) text += ` ${random.pick(WORDS)}`;
      line(text, 50 + column * (space + 30), y);
    }
}

function make(random: Random): Made {
  const width = random.pick([612, 595, 842, 1_000]);
  const words: string[] = [];
  const running: string[] = [];
  const rows: string[] = [];
  const kind = random.percent(60) ? table : prose;
  const hasHeader = kind === prose && random.percent(70);
  const count = 1 + random.below(6);
  const pages = Array.from({ length: count }, (_, page) => {
    const lines: PdfLine[] = [];
    kind(random, width, (text, x, y) => {
      lines.push({ text, x, y, size: SIZE });
      words.push(...text.split(' '));
    });
    if (hasHeader) {
      const head = `ACME ${count} quarterly`;
      const foot = `Page ${page + 1} of ${count}`;
      lines.push({ text: head, x: 50, y: HEIGHT - 30, size: 8 });
      lines.push({ text: foot, x: 50, y: 20, size: 8 });
      running.push(...head.split(' '), ...foot.split(' '));
    }
    if (kind === table) rows.push(...rowsIn(lines));
    return lines;
  });
  return { pages, width, words, running, rows };
}

function rowsIn(lines: readonly PdfLine[]): string[] {
  const rows = Map.groupBy(lines, ({ y }) => y);
  return [...rows.values()].map((row) => row.map(({ text }) => text).join(' '));
}

function counted(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Returns the words that one list has more often than another. */
function more(some: readonly string[], others: readonly string[]): string[] {
  const known = counted(others);
  return [...counted(some)].flatMap(([word, count]) =>
    count > (known.get(word) ?? 0) ? [`${word} ${count} times, not ${known.get(word) ?? 0}`] : [],
  );
}

it.each(Array.from({ length: DOCUMENTS }, (_, index) => index))(
  `keeps every word and number of a PDF once: document %i of the seed ${SEED}`,
  async (index) => {
    const { pages, width, words, running, rows } = make(new Random(SEED, index));
    const options = { mediaPath: 'm/', fallback: false };
    const { markdown, warnings } = await convert(pdf(pages, { width }), 'a.pdf', options);
    const places = markdown.match(/<!-- page \d+ -->/g);
    expect(places).toEqual(pages.map((_, page) => `<!-- page ${page + 1} -->`));
    const lines = markdown
      .replaceAll(/^ *<!-- page \d+ -->$/gm, '')
      .split('\n')
      .map((line) =>
        line
          .replaceAll(/[|#*\\]|<br>|-{3,}/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      );
    const found = lines.flatMap((line) => line.split(' ')).filter((word) => word !== '');
    expect(more(rows, lines)).toEqual([]);
    expect(more(words, found)).toEqual([]);
    expect(more(found, [...words, ...running])).toEqual([]);
    // What a warning names may be left out, and nothing else.
    const lost = more(running, found);
    if (warnings.length === 0) expect(lost).toEqual([]);
    expect(warnings.filter((text) => !/^(Headers and footers|Page numbers) /.test(text))).toEqual(
      [],
    );
  },
);
