import { headingText } from './heading-text.js';
import { HeadingScanner, type RawHeading } from './heading-scanner.js';
import { lineStarts } from './lines.js';

/** A heading of a Markdown file and the part of the file that belongs to it. */
export interface Heading {
  /** 1 to 6. */
  level: number;
  /** Without Markdown. */
  title: string;
  /** Names the heading within its file, as links to headings are written: `how-to-pay`, `how-to-pay-1`. */
  anchor: string;
  /** Titles of the headings above it and its own. */
  path: string[];
  /** Counted from 1, both ends included; the part ends before the next heading of the same or a higher level. */
  firstLine: number;
  lastLine: number;
}

/** Media types that have an outline. */
export function isMarkdown(mimeType: string): boolean {
  return mimeType.startsWith('text/markdown');
}

/** The headings of a Markdown text, in their order, outside lists, quotes and front matter. Linear in the text. */
export function outlineOf(text: string): Heading[] {
  const starts = lineStarts(text);
  const headings = withAnchors(scan(text, starts));
  const open: Heading[] = [];
  for (const heading of headings) {
    while ((open.at(-1)?.level ?? 0) >= heading.level) {
      const ended = open.pop();
      if (ended) ended.lastLine = heading.firstLine - 1;
    }
    heading.path = [...(open.at(-1)?.path ?? []), heading.title];
    open.push(heading);
  }
  for (const heading of open) heading.lastLine = starts.length;
  return headings;
}

function scan(text: string, starts: readonly number[]): RawHeading[] {
  const found: RawHeading[] = [];
  const scanner = new HeadingScanner((heading) => found.push(heading));
  const lineAt = (index: number): string =>
    text
      .slice(starts[index], starts[index + 1])
      .replace(index === 0 ? /^\uFEFF|\r?\n$/g : /\r?\n$/, '');
  for (let index = frontMatter(starts.length, lineAt); index < starts.length; index += 1)
    scanner.line(lineAt(index), index + 1);
  return found;
}

/** Returns the number of lines of the front matter: from `---` on the first line to the next `---`. */
function frontMatter(lines: number, lineAt: (index: number) => string): number {
  if (!/^---[ \t]*$/.test(lineAt(0))) return 0;
  for (let index = 1; index < lines; index += 1)
    if (/^---[ \t]*$/.test(lineAt(index))) return index + 1;
  return 0;
}

function withAnchors(found: readonly RawHeading[]): Heading[] {
  const taken = new Map<string, number>();
  return found.map(({ level, source, line }) => {
    const title = headingText(source);
    return {
      level,
      title,
      anchor: uniqueAnchor(title, taken),
      path: [],
      firstLine: line,
      lastLine: line,
    };
  });
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
