import { type Block, place } from '../../tree.js';
import { median } from './boxes.js';
import { headingLevels } from './headings.js';
import { segmentText, usualSize } from './lines.js';
import { fits, listItem, nestItems } from './items.js';
import { type Paragraph } from './paragraphs.js';
import { type Part, buildPageParts } from './parts.js';
import { type PageContent } from './pieces.js';
import { withoutRunning, type WithoutRunning } from './running.js';
import { hyphenatedIn, joinLines, type Hyphenated } from './text.js';

/** Ratio of a letter's width to its cell in code below which letters leave gaps. */
const LOOSE = 0.95;

/** The blocks of each page in reading order, and what {@link withoutRunning} has removed. */
export interface Layout extends Omit<WithoutRunning, 'pages'> {
  pages: Block[][];
}

export function layOut(content: PageContent[]): Layout {
  const { pages, ...left } = withoutRunning(content);
  const all = pages.flatMap(({ pieces }) => pieces);
  const hyphenated = hyphenatedIn(all);
  const parts = pages.map((page) => buildPageParts(page, hyphenated));
  joinOverleaf(parts);
  const headings = headingLevels(parts.flat(), usualSize(all));
  const blocks = parts.map((page) => buildBlocks(page, headings, hyphenated));
  return { pages: joinLists(blocks), ...left };
}

/** Joins a list that continues on the next page; the page mark is then inside it. */
function joinLists(pages: Block[][]): Block[][] {
  let last: Block | undefined;
  for (const [index, page] of pages.entries()) {
    const [first] = page;
    const number = first?.kind === 'list' && first.ordered ? first.start : undefined;
    if (first?.kind === 'list' && last?.kind === 'list' && fits(last, number)) {
      last.items.at(-1)?.blocks.push(place('page', index + 1));
      last.items.push(...first.items);
      page.shift();
    }
    last = page.at(-1) ?? last;
  }
  return pages;
}

type TextPart = Part & { kind: 'paragraph' };

/** Joins a paragraph that continues in the next column or on the next page, even past notes under the column. */
function joinOverleaf(pages: Part[][]): void {
  const all = pages.flat();
  const gone = new Set<Part>();
  for (const [at, part] of all.entries()) {
    const before = all[at - 1];
    if (part.kind !== 'paragraph' || (before?.kind === 'paragraph' && before.group === part.group))
      continue;
    const { lines } = part.paragraph;
    const start = all
      .slice(Math.max(0, at - 6), at)
      .findLast((each): each is TextPart => isLike(each, part.paragraph));
    const [line, next] = [start?.paragraph.lines.at(-1), lines[0]];
    if (start === undefined || line === undefined || next === undefined || gone.has(start))
      continue;
    if (!goesOn(segmentText(line), segmentText(next))) continue;
    start.paragraph.lines.push(...lines);
    gone.add(part);
  }
  for (const page of pages) page.splice(0, page.length, ...page.filter((part) => !gone.has(part)));
}

function isLike(part: Part, { size, bold, code, marker }: Paragraph): boolean {
  if (part.kind !== 'paragraph' || code || marker !== undefined) return false;
  const { paragraph } = part;
  return Math.abs(paragraph.size - size) < 0.3 && paragraph.bold === bold && !paragraph.code;
}

function goesOn(end: string, begin: string): boolean {
  if (/\p{L}[-\u00ad]$/u.test(end)) return /^\p{Ll}/u.test(begin);
  return /[\p{Ll},]$/u.test(end) && /^\p{Ll}/u.test(begin) && end.length > 20;
}

function buildBlocks(
  parts: Part[],
  headings: Map<Paragraph, number>,
  hyphenated: Hyphenated,
): Block[] {
  const isItem = (part: Part | undefined) =>
    part?.kind === 'paragraph' &&
    part.paragraph.marker !== undefined &&
    !headings.has(part.paragraph);
  const out: Block[] = [];
  let items: Paragraph[] = [];
  for (const [at, part] of parts.entries()) {
    if (part.kind === 'block') out.push(part.block);
    else if (isItem(part)) items.push(part.paragraph);
    else addText(out, part.paragraph, headings.get(part.paragraph), hyphenated);
    if (items.length === 0 || isItem(parts[at + 1])) continue;
    out.push(...nestItems(items.map((item) => listItem(item, hyphenated))));
    items = [];
  }
  return out;
}

function addText(
  out: Block[],
  paragraph: Paragraph,
  level: number | undefined,
  hyphenated: Hyphenated,
): void {
  const last = out.at(-1);
  if (paragraph.code && last?.kind === 'code') last.text += `\n\n${renderCode(paragraph)}`;
  else if (paragraph.code) out.push({ kind: 'code', language: '', text: renderCode(paragraph) });
  else if (level === undefined)
    out.push({
      kind: 'paragraph',
      content: joinLines(paragraph.lines, hyphenated, paragraph.breaks),
    });
  else out.push({ kind: 'heading', level, content: joinLines(paragraph.lines, hyphenated) });
}

/**
 * Returns the lines of code with each text at its column; no spaces are added between letters that are narrower than
 * their cells.
 */
function renderCode({ lines, x0, size }: Paragraph): string {
  const pieces = lines.flatMap((line) => line.pieces);
  const words = pieces.filter(({ text }) => /^\S{3,}$/.test(text));
  const width =
    median(words.map((piece) => (piece.x1 - piece.x0) / piece.text.length)) || size * 0.6;
  const isLoose = pieces.some(
    (piece) => piece.text.length === 1 && piece.x1 - piece.x0 < width * LOOSE,
  );
  const out: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.y1 - (lines[at - 1]?.y1 ?? line.y1) > size * 1.9) out.push('');
    let end = x0 - width;
    let code = '';
    for (const piece of line.pieces) {
      const gap = (piece.x0 - end) / width - (code === '' ? 1 : 0);
      const letters = piece.text.replaceAll(' ', '');
      const isOne = isLoose && letters.length >= Math.round((piece.x1 - piece.x0) / width);
      code +=
        ' '.repeat(Math.min(80, Math.round(Math.max(0, gap)))) + (isOne ? letters : piece.text);
      end = piece.x1;
    }
    out.push(code);
  }
  return out.join('\n');
}
