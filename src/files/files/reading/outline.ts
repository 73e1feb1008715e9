import { headingText } from './heading-text.js';
import { HeadingScanner, type RawHeading } from './heading-scanner.js';
import { nextLine } from './lines.js';

/** A heading of a Markdown file and the part of the file that belongs to it. */
export interface Heading {
  /** 1 to 6. */
  level: number;
  /** Without Markdown. */
  title: string;
  /** Names the heading within its file, as links to headings are written: `how-to-pay`, `how-to-pay-1`. */
  anchor: string;
  /** The place of the heading above it among the headings of the outline, counted from 0; null where there is none. */
  parent: number | null;
  /** Counted from 1, both ends included; the part ends before the next heading of the same or a higher level. */
  firstLine: number;
  lastLine: number;
}

export interface Outline {
  headings: Heading[];
  /** True if the text has further headings, which are left out. */
  more: boolean;
  /** Lines of the text. */
  totalLines: number;
}

/** Limits of one outline: its headings, and the characters of their titles and anchors. */
export const MAX_HEADINGS = 10_000;
const MAX_CHARACTERS = 1024 * 1024;

/** Media types that have an outline. */
export function isMarkdown(mimeType: string): boolean {
  return mimeType.startsWith('text/markdown');
}

/**
 * The headings of a Markdown text, in their order, outside lists, quotes and front matter; where they are bounded, the first of
 * them. Linear in the text, of which it makes no copy.
 */
export function outlineOf(text: string, isBounded = true): Outline {
  const gathered = new GatheredHeadings(isBounded);
  const scanner = new HeadingScanner((heading) => gathered.add(heading));
  let { at, line } = afterFrontMatter(text);
  while (at < text.length) {
    const next = nextLine(text, at);
    const from = at === 0 && text.startsWith('\uFEFF') ? 1 : at;
    scanner.line(text.slice(from, next).replace(/\r?\n$/, ''), line);
    at = next;
    line += 1;
  }
  return gathered.outline(line - 1);
}

/** Returns the titles of the headings above a heading, and its own. */
export function pathOf(headings: readonly Heading[], heading: Heading): string[] {
  const above = heading.parent === null ? undefined : headings[heading.parent];
  return [...(above === undefined ? [] : pathOf(headings, above)), heading.title];
}

/** Returns where the text goes on after its front matter, which is from `---` on the first line to the next `---`. */
function afterFrontMatter(text: string): { at: number; line: number } {
  const begin = /^\uFEFF?---[ \t]*\r?\n/.exec(text)?.[0].length ?? 0;
  if (begin === 0) return { at: 0, line: 1 };
  const closing = /\n---[ \t]*(?:\r?\n|$)/g;
  closing.lastIndex = begin - 1;
  if (!closing.test(text)) return { at: 0, line: 1 };
  const whole = text.slice(0, closing.lastIndex);
  let line = 1;
  for (let at = whole.indexOf('\n'); at !== -1; at = whole.indexOf('\n', at + 1)) line += 1;
  // The last line of a text may have no end.
  return { at: whole.length, line: whole.endsWith('\n') ? line : line + 1 };
}

/** The headings so far. Those that are too many end others, and are not kept. */
class GatheredHeadings {
  private readonly headings: Heading[] = [];
  private readonly taken = new Map<string, number>();
  /** The headings that a further line may belong to, outermost first, by their places. */
  private readonly open: { level: number; place: number | null }[] = [];
  private characters = 0;
  private more = false;

  constructor(private readonly isBounded: boolean) {}

  add({ level, source, line }: RawHeading): void {
    while ((this.open.at(-1)?.level ?? 0) >= level) this.end(line - 1);
    const isFull = this.headings.length === MAX_HEADINGS || this.characters > MAX_CHARACTERS;
    this.more ||= this.isBounded && isFull;
    const place = this.more ? null : this.headings.length;
    if (place !== null) {
      const title = headingText(source);
      const anchor = uniqueAnchor(title, this.taken);
      const parent = this.open.at(-1)?.place ?? null;
      this.headings.push({ level, title, anchor, parent, firstLine: line, lastLine: line });
      this.characters += title.length + anchor.length;
    }
    this.open.push({ level, place });
  }

  outline(totalLines: number): Outline {
    while (this.open.length > 0) this.end(totalLines);
    return { headings: this.headings, more: this.more, totalLines };
  }

  private end(lastLine: number): void {
    const heading = this.headings[this.open.pop()?.place ?? -1];
    if (heading) heading.lastLine = lastLine;
  }
}

/** As GitHub makes them: lower case, "-" for a space, punctuation left out, a number where it is taken. */
function uniqueAnchor(title: string, taken: Map<string, number>): string {
  const plain = title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
  let anchor = plain;
  let count = taken.get(plain) ?? 0;
  while (taken.has(anchor)) anchor = `${plain}-${(count += 1)}`;
  taken.set(plain, count);
  taken.set(anchor, taken.get(anchor) ?? 0);
  return anchor;
}
