// Random untagged PDFs that are laid out like printed documents: headings in several styles, lists, columns, and tables
// of several kinds, with the headings and rows that readers see.
import { type PdfLine, type PdfRule } from '../../../support/documents/pdf.js';
import { type Random } from '../../../support/fuzz/random.js';

/** A document: its pages and rules, and the structure that its layout shows. */
export interface MadeLayout {
  pages: PdfLine[][];
  rules: PdfRule[][];
  headings: { text: string; level: number }[];
  /** The cells of each table row, without empty ones. */
  rows: string[][];
  words: string[];
}

const WORDS =
  'account agreement amount annual answer balance board branch budget building capital change charge clause client committee company condition contract cost customer date delivery department document duty employee evidence exchange expense figure form goods growth income interest invoice labour letter licence limit machine manager margin market measure member meeting method notice number offer office order owner party payment period person plan policy price product profit project quality rate reason record report result return review risk rule salary sample scheme section service share staff standard state statement stock supply system tax term title total trade transfer unit use value wage work'.split(
    ' ',
  );
const NAMES = 'North South East West Upper Lower Inner Outer Central Coastal'.split(' ');

// Widths of the characters of Helvetica and Helvetica Bold, starting at the space, in thousandths of the font size.
const PLAIN =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number);
const BOLD =
  '278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584'
    .split(' ')
    .map(Number);

function measureTextWidth(text: string, size: number, bold = false): number {
  const widths = bold ? BOLD : PLAIN;
  let width = 0;
  for (let at = 0; at < text.length; at += 1) width += widths[text.charCodeAt(at) - 32] ?? 556;
  return (width * size) / 1000;
}

function wrapped(text: string, size: number, width: number, bold = false): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && measureTextWidth(`${last} ${word}`, size, bold) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const [LEFT, RIGHT, TOP, BOTTOM] = [60, 552, 730, 70];

interface HeadingStyle {
  size: number;
  bold: boolean;
  capitals: boolean;
}

type TableStyle = 'ruled' | 'lined' | 'open' | 'parted' | 'grouped';

class Setter {
  readonly made: MadeLayout = { pages: [], rules: [], headings: [], rows: [], words: [] };
  readonly #random: Random;
  readonly #size: number;
  readonly #styles: readonly HeadingStyle[];
  readonly #numbered: boolean;
  readonly #counts = [0, 0, 0];
  readonly #leading: number;
  #y = TOP;

  constructor(random: Random) {
    this.#random = random;
    this.#size = random.pick([9, 10, 11]);
    this.#leading = this.#size * random.pick([1.15, 1.25, 1.4]);
    const body = this.#size;
    const kind = random.pick(['sizes', 'sizes', 'bold', 'capitals', 'numbers'] as const);
    const style = (size: number, bold: boolean, capitals = false) => ({ size, bold, capitals });
    const styles = {
      sizes: [style(body + 8, true), style(body + 4, random.percent(50)), style(body + 2, true)],
      bold: [style(body + 6, true), style(body + 2, true), style(body, true)],
      capitals: [style(body + 4, true), style(body, true, true), style(body, true)],
      numbers: [style(body, true, true), style(body, true), style(body, false)],
    };
    this.#styles = styles[kind];
    this.#numbered = kind === 'numbers' || random.percent(40);
    this.#newPage();
  }

  make(): MadeLayout {
    const parts = 4 + this.#random.below(5);
    for (let part = 0; part < parts; part += 1) {
      this.#heading(part === 0 ? 0 : this.#random.below(3));
      const kinds = [1, 1 + this.#random.below(4)];
      for (const kind of kinds)
        if (kind === 1) this.#paragraph();
        else if (kind === 2) this.#list();
        else this.#table();
    }
    return this.made;
  }

  #newPage(): void {
    const page = this.made.pages.length + 1;
    const header = { x: LEFT, y: 765, size: 8, text: 'Report of the ACME company' };
    const footer = { x: 300, y: 30, size: 8, text: `${page}` };
    this.made.pages.push([header, footer]);
    this.made.rules.push([]);
    this.#y = TOP;
  }

  #need(height: number): void {
    if (this.#y - height < BOTTOM) this.#newPage();
  }

  #put(text: string, x: number, y: number, size = this.#size, bold = false): void {
    if (text === '') return;
    this.made.pages.at(-1)?.push({ text, x, y, size, bold });
    this.made.words.push(...text.split(' '));
  }

  #rule(...rule: PdfRule): void {
    this.made.rules.at(-1)?.push(rule);
  }

  #words(count: number): string {
    return Array.from({ length: count }, () => this.#random.pick(WORDS)).join(' ');
  }

  #heading(at: number): void {
    // Levels are not skipped.
    const level = at > 0 && this.#counts[at - 1] === 0 ? 0 : at;
    const style = this.#styles[level] ?? { size: this.#size, bold: true, capitals: false };
    this.#counts[level] = (this.#counts[level] ?? 0) + 1;
    this.#counts.fill(0, level + 1);
    const words = this.#words(2 + this.#random.below(4));
    const title = style.capitals
      ? words.toUpperCase()
      : words.charAt(0).toUpperCase() + words.slice(1);
    const number = `${this.#counts.slice(0, level + 1).join('.')}${level === 0 ? '.' : ''} `;
    const text = `${this.#numbered ? number : ''}${title}`;
    const lines = wrapped(text, style.size, RIGHT - LEFT, style.bold);
    this.#need(style.size * 1.2 * lines.length + this.#leading * 5);
    this.#y -= this.#leading * 0.8;
    for (const line of lines) {
      this.#y -= style.size * 1.2;
      this.#put(line, LEFT, this.#y, style.size, style.bold);
    }
    this.#y -= this.#leading * 0.3;
    this.made.headings.push({ text, level });
  }

  #paragraph(): void {
    const text = `${this.#random.pick(NAMES)} ${this.#words(25 + this.#random.below(50))}.`;
    for (const line of wrapped(text, this.#size, RIGHT - LEFT)) {
      this.#need(this.#leading);
      this.#y -= this.#leading;
      this.#put(line, LEFT, this.#y);
    }
    this.#y -= this.#leading * 0.6;
  }

  #list(): void {
    for (let item = 0; item < 3; item += 1) {
      const lines = wrapped(this.#words(4 + this.#random.below(20)), this.#size, RIGHT - LEFT - 20);
      this.#need(this.#leading * lines.length);
      for (const [at, line] of lines.entries()) {
        this.#y -= this.#leading;
        if (at === 0) this.#put('\u0095', LEFT + 6, this.#y);
        this.#put(line, LEFT + 20, this.#y);
      }
    }
    this.#y -= this.#leading * 0.6;
  }

  #table(): void {
    const random = this.#random;
    const style = random.pick<TableStyle>(['ruled', 'lined', 'open', 'parted', 'grouped']);
    const columns = 3 + random.below(3);
    const isLong = random.percent(20);
    const count = isLong ? 25 + random.below(30) : 3 + random.below(8);
    const width = (RIGHT - LEFT) / columns;
    // The last columns have text that wraps; all others are numeric.
    const texts = style === 'grouped' || random.percent(50) ? 0 : 1 + random.below(2);
    const hasLong = texts > 0;
    const isRight = (column: number) => column > 0 && column < columns - texts;
    const gap = style === 'ruled' ? 8 : 2 + random.below(3) * 3;
    // Wrapped rows are separated by rules, or by more space between rows than between lines.
    const isRuled = style === 'ruled' || style === 'parted';
    const space = !isRuled && hasLong ? this.#size * 0.8 : gap;
    const row = (cells: string[], bold: boolean) => {
      const lines = cells.map((cell) => wrapped(cell, this.#size, width - 14, bold));
      const height = Math.max(...lines.map((each) => each.length)) * this.#size * 1.15;
      this.#need(height + space);
      const top = this.#y;
      for (const [column, each] of lines.entries())
        for (const [at, line] of each.entries()) {
          const left = LEFT + column * width + 5;
          const end = left + width - 10 - measureTextWidth(line, this.#size, bold);
          this.#put(
            line,
            isRight(column) ? end : left,
            top - this.#size * (1 + at * 1.15) - space / 2,
            this.#size,
            bold,
          );
        }
      this.#y = top - height - space;
      if (style === 'ruled') {
        for (let column = 0; column <= columns; column += 1)
          this.#rule(LEFT + column * width, top, LEFT + column * width, this.#y);
        this.#rule(LEFT, top, RIGHT, top);
      }
      if (isRuled || (style === 'lined' && bold)) this.#rule(LEFT, this.#y, RIGHT, this.#y);
      this.made.rows.push(cells.filter((cell) => cell !== ''));
    };
    this.#need(this.#leading * 6);
    if (style === 'lined') this.#rule(LEFT, this.#y, RIGHT, this.#y);
    row(
      Array.from({ length: columns }, () => this.#title()),
      true,
    );
    for (let at = 0; at < count; at += 1) {
      if (style === 'grouped' && at % 3 === 0) this.#y -= this.#size * 0.7;
      row(
        Array.from({ length: columns }, (_, column) => {
          if (column === 0) return `${random.pick(NAMES)} ${random.pick(WORDS)} ${at + 1}`;
          if (!isRight(column)) return this.#words(1 + random.below(9));
          return random.percent(10) ? '' : `${random.below(9_000)}.${10 + random.below(90)}`;
        }),
        false,
      );
    }
    if (style === 'lined') this.#rule(LEFT, this.#y, RIGHT, this.#y);
    this.#y -= this.#leading;
  }

  #title(): string {
    const word = this.#random.pick(WORDS);
    return word.charAt(0).toUpperCase() + word.slice(1);
  }
}

export function makeLayout(random: Random): MadeLayout {
  return new Setter(random).make();
}

/** The headings and rows of a document that were found in its Markdown. */
export interface Found {
  headings: { right: number; of: number; wrong: number };
  /** Pairs of neighbouring headings, and how many of them have levels in the right relation. */
  levels: { right: number; of: number };
  rows: { right: number; of: number };
  missed: string[];
}

const plain = (text: string): string =>
  text.replaceAll(/<br>/g, ' ').replaceAll(/[*\\]/g, '').replaceAll(/\s+/g, ' ').trim();

export function foundIn(markdown: string, { headings, rows }: MadeLayout): Found {
  const lines = markdown.split('\n');
  const shown = lines.flatMap((line) => {
    const [, signs, text] = /^(#+) (.*)$/.exec(line) ?? [];
    return signs === undefined ? [] : [{ text: plain(text ?? ''), level: signs.length }];
  });
  const table = new Map<string, number>();
  for (const line of lines.filter((each) => each.startsWith('| '))) {
    const key = line
      .split('|')
      .map(plain)
      .filter((cell) => cell !== '')
      .join('|');
    table.set(key, (table.get(key) ?? 0) + 1);
  }
  const missed: string[] = [];
  const right = rows.filter((row) => {
    const key = row.join('|');
    const left = table.get(key) ?? 0;
    table.set(key, left - 1);
    if (left <= 0) missed.push(`row ${key}`);
    return left > 0;
  });
  const findLevel = (text: string) => shown.find((each) => each.text === text)?.level;
  const there = headings.map((each) => ({ ...each, shown: findLevel(each.text) }));
  for (const { text, shown: level } of there) if (level === undefined) missed.push(`# ${text}`);
  const known = there.filter((each) => each.shown !== undefined);
  const texts = new Set(headings.map(({ text }) => text));
  const pairs = known.slice(1).map((each, at) => [known[at] ?? each, each] as const);
  const isSame = pairs.filter(
    ([a, b]) => Math.sign(a.level - b.level) === Math.sign((a.shown ?? 0) - (b.shown ?? 0)),
  );
  return {
    headings: {
      right: known.length,
      of: headings.length,
      wrong: shown.filter(({ text }) => !texts.has(text)).length,
    },
    levels: { right: isSame.length, of: pairs.length },
    rows: { right: right.length, of: rows.length },
    missed,
  };
}
