import { bounds, type Box, median } from './boxes.js';
import { type Segment, segmentText } from './lines.js';
import { type Marker, parseMarker } from './markers.js';

/** Lines that form one paragraph, heading, list item, or code block. */
export interface Paragraph extends Box {
  lines: Segment[];
  /** Indices of lines that follow a line break of the author. */
  breaks: Set<number>;
  size: number;
  bold: boolean;
  code: boolean;
  marker?: Marker;
  /** Heading level from the tag; 0 if the tag is not that of a heading. */
  level?: number;
}

/** Ratio to the usual line distance from which a distance separates paragraphs. */
const APART = 1.3;
/** Ratio to the greater font size from which a difference separates texts. */
const OTHER_SIZE = 0.08;

/** Dot leader with a page number. */
const LEADER = /(?:\.\s?){4,}\s*\S{1,6}$/;

/** Line with a numbered heading: `1.2 Title`. */
const NUMBERED = /^\d{1,2}(?:\.\d{1,2}){1,4}\.?\s+\p{Lu}[^.:;]*$/u;

/** @param lines lines of one column from top to bottom */
export function buildParagraphs(lines: Segment[]): Paragraph[] {
  const usual = usualPitch(lines);
  const out: Paragraph[] = [];
  for (const run of splitAtGaps(lines, usual)) {
    const { x0: left, x1: right } = bounds(run);
    let open: Paragraph | undefined;
    for (const line of run) {
      const marker = isCode(line) ? undefined : parseMarker(line);
      const how = open === undefined ? 'new' : follows(open, line, marker, { left, right });
      if (open === undefined || how === 'new') {
        open = started(line, marker);
        out.push(open);
        continue;
      }
      if (how === 'break') open.breaks.add(open.lines.length);
      open.lines.push(line);
      Object.assign(open, bounds([open, line]));
      open.bold &&= isBold(line);
    }
  }
  return out;
}

/** Returns lines that form one paragraph or list item according to their tag. */
export function buildParagraph(
  [first, ...lines]: [Segment, ...Segment[]],
  role: string,
): Paragraph {
  const marker = parseMarker(first) ?? (role === 'LI' ? { length: 0 } : undefined);
  const open = started(first, marker);
  open.level = role === 'Title' ? 1 : Number(/^H([1-6])$/.exec(role)?.[1] ?? 0);
  const all = [first, ...lines];
  for (const [at, line] of lines.entries()) {
    const last = all[at] ?? first;
    // If a paragraph continues in the next column, only the lines below each other show where a line is full.
    const column = bounds(all.filter(({ x0, x1 }) => x0 < last.x1 && x1 > last.x0));
    const how = follows(open, line, undefined, { left: column.x0, right: column.x1 });
    if (how !== 'on' && line.y0 > last.y0) open.breaks.add(open.lines.length);
    open.lines.push(line);
    open.bold &&= isBold(line);
    open.code &&= isCode(line);
  }
  return Object.assign(open, bounds(all));
}

function started(line: Segment, marker: Marker | undefined): Paragraph {
  return {
    ...bounds([line]),
    lines: [line],
    breaks: new Set(),
    size: line.size,
    bold: isBold(line),
    code: isCode(line),
    ...(marker !== undefined && { marker }),
  };
}

function usualPitch(lines: Segment[]): number {
  const pitches = lines
    .slice(1)
    .map((line, at) => (line.y1 - (lines[at]?.y1 ?? line.y1)) / line.size)
    .filter((pitch) => pitch > 0.5 && pitch < 2.2);
  return median(pitches) || 1.2;
}

/** Splits lines at distances that are greater than usual. */
function splitAtGaps(lines: Segment[], usual: number): Segment[][] {
  const runs: Segment[][] = [];
  for (const line of lines) {
    const last = runs.at(-1)?.at(-1);
    const maxGap = Math.max(last?.size ?? 0, line.size) * usual * APART;
    if (last === undefined || line.y1 - last.y1 > maxGap || line.y1 < last.y0 || line.x0 > last.x1)
      runs.push([line]);
    else runs.at(-1)?.push(line);
  }
  return runs;
}

function follows(
  open: Paragraph,
  line: Segment,
  marker: Marker | undefined,
  { left, right }: { left: number; right: number },
): 'new' | 'break' | 'on' {
  const last = open.lines.at(-1);
  if (last === undefined || marker !== undefined) return 'new';
  if (open.code || isCode(line)) return open.code && isCode(line) ? 'on' : 'new';
  if (Math.abs(last.size - line.size) > Math.max(last.size, line.size) * OTHER_SIZE) return 'new';
  const text = segmentText(last);
  if (LEADER.test(text)) return 'break';
  const isTitle = open.lines.length === 1 && NUMBERED.test(text);
  const em = line.size;
  const width = right - left;
  const short = last.x1 + firstWord(line) + em * 0.3 < right - Math.max(em * 0.8, width * 0.02);
  if (isTitle && short) return 'new';
  if (/\p{L}[-\u00ad]$/u.test(text) && !short) return 'on';
  const isPlain = [last, line].some(({ pieces }) =>
    pieces.every(({ style }) => style.bold !== true),
  );
  const isEnd = short || line.x1 < right - width * 0.15;
  if (isPlain && isEnd && isBold(last) !== isBold(line)) return 'new';
  const ended = /[.!?:;…。"”»)]$/.test(text);
  if (open.marker !== undefined) {
    // A continuation is aligned with the item's text, or follows a full line.
    const under = line.x0 > open.x0 + em * 0.5;
    if (under) return short && ended ? 'break' : 'on';
    return short || (open.lines.length > 1 && last.x0 > line.x0 + em * 0.5) ? 'new' : 'on';
  }
  const indent = line.x0 - last.x0;
  const isOutdent = indent < -em * 0.7 && open.lines.length > 1;
  if ((indent > em * 0.7 || isOutdent) && (short || ended)) return 'new';
  if (!short) return 'on';
  const begins = /^[\p{Lu}\p{N}("“«]/u.test(segmentText(line));
  return ended && begins ? 'new' : 'break';
}

/** Returns the width of a line's first word in points, as far as it can be determined. */
function firstWord(line: Segment): number {
  const text = segmentText(line);
  const word = /^\S+/.exec(text)?.[0].length ?? 0;
  return ((line.x1 - line.x0) * word) / Math.max(1, text.length);
}

export function isBold({ pieces }: Segment): boolean {
  const written = pieces.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  return written.length > 0 && written.every(({ style }) => style.bold === true);
}

export function isCode(line: Segment): boolean {
  return line.pieces.every(({ style, text }) => style.code === true || text.trim() === '');
}
