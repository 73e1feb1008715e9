import { headingText } from './heading-text.js';
import { HeadingScanner, type RawHeading } from './heading-scanner.js';
import { nextLine } from './lines.js';

/** A heading of a Markdown file, with the range of lines below it. */
export interface Heading {
  /** Level from 1 to 6. */
  level: number;
  /** Plain text without Markdown. */
  title: string;
  /** Anchor for links to the heading, unique within the file: `how-to-pay`, `how-to-pay-1`. */
  anchor: string;
  /** Index of the parent heading in the outline; null for a top-level heading. */
  parent: number | null;
  /**
   * Range of lines, counted from 1, both ends included. It ends before the next heading of the same or a higher level.
   */
  firstLine: number;
  lastLine: number;
}

export interface Outline {
  headings: Heading[];
  /** True if further headings of the text were omitted. */
  more: boolean;
  totalLines: number;
}

/** Limits of an outline: number of headings, and total length of their titles and anchors. */
export const MAX_HEADINGS = 10_000;
const MAX_CHARACTERS = 1024 * 1024;

/** Returns whether files of a media type have an outline. */
export function isMarkdown(mimeType: string): boolean {
  return mimeType.startsWith('text/markdown');
}

/**
 * Returns the headings of a Markdown text outside lists, block quotes and front matter, in order; if bounded, only as
 * many as the limits allow. Takes linear time and does not copy the text.
 */
export function parseOutline(text: string, isBounded = true): Outline {
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

/** Returns the titles of a heading and the headings above it, outermost first. */
export function buildHeadingPath(headings: readonly Heading[], heading: Heading): string[] {
  const above = heading.parent === null ? undefined : headings[heading.parent];
  return [...(above === undefined ? [] : buildHeadingPath(headings, above)), heading.title];
}

/**
 * Returns the position and line number after the front matter, which extends from `---` on the first line to the next
 * `---`.
 */
function afterFrontMatter(text: string): { at: number; line: number } {
  const begin = /^\uFEFF?---[ \t]*\r?\n/.exec(text)?.[0].length ?? 0;
  if (begin === 0) return { at: 0, line: 1 };
  const closing = /\n---[ \t]*(?:\r?\n|$)/g;
  closing.lastIndex = begin - 1;
  if (!closing.test(text)) return { at: 0, line: 1 };
  const whole = text.slice(0, closing.lastIndex);
  let line = 1;
  for (let at = whole.indexOf('\n'); at !== -1; at = whole.indexOf('\n', at + 1)) line += 1;
  // The last line of a text may lack a line ending.
  return { at: whole.length, line: whole.endsWith('\n') ? line : line + 1 };
}

/** Collects headings. Those beyond the limits are omitted, but still end the sections of earlier headings. */
class GatheredHeadings {
  private readonly headings: Heading[] = [];
  private readonly taken = new Map<string, number>();
  /**
   * Headings whose sections are still open, outermost first. `place` is the index in the outline, or null if omitted.
   */
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

/**
 * Returns an anchor in GitHub's format: lower case, "-" for a space, no punctuation, and a numeric suffix if it is
 * taken.
 */
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
