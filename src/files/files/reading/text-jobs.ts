import { isUtf8 } from 'node:buffer';
import { nextLine } from './lines.js';
import { type Heading, parseOutline } from './outline.js';
import { type Place, findPlaces } from './places.js';

/** A heading with its page, slide or sheet; `place` is null if unknown. */
export type PlacedHeading = Heading & { place: Place | null };

/** A query on the content of a file. */
export interface TextJob {
  bytes: Uint8Array;
  isMarkdown: boolean;
  /** Anchor or title of the heading whose section is requested; null to request the outline. */
  section: string | null;
}

export interface PlacedOutline {
  /** Headings of the file; empty unless it is Markdown. */
  headings: PlacedHeading[];
  /** True if further headings of the file were omitted. */
  more: boolean;
  totalLines: number;
}

/** The lines of a text that belong to a heading. */
export interface TextSection {
  content: string;
  firstLine: number;
  lastLine: number;
  totalLines: number;
  place: Place | null;
}

/**
 * Answer to a job. `none`: none of the `headings` headings has this name. `many`: `count` headings have this title,
 * with the anchors of the first ones.
 */
export type TextAnswer =
  | { kind: 'outline'; outline: PlacedOutline }
  | { kind: 'section'; section: TextSection }
  | { kind: 'none'; headings: number }
  | { kind: 'many'; count: number; anchors: string[] }
  | { kind: 'not_text' };

/** Maximum number of anchors listed for headings with the same title. */
const NAMED = 5;

/** Executes a job, which takes up to a second for a file of 8 MiB. */
export function doTextJob({ bytes, isMarkdown, section }: TextJob): TextAnswer {
  if (!isUtf8(bytes) || bytes.includes(0)) return { kind: 'not_text' };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  if (!isMarkdown)
    return section === null
      ? { kind: 'outline', outline: { headings: [], more: false, totalLines: countLines(text) } }
      : { kind: 'none', headings: 0 };
  const { headings, more, totalLines } = parseOutline(text);
  if (section === null) {
    const places = findPlaces(
      text,
      headings.map(({ firstLine }) => firstLine),
    );
    const placed = headings.map((heading, at) => ({ ...heading, place: places[at] ?? null }));
    return { kind: 'outline', outline: { headings: placed, more, totalLines } };
  }
  const found = headingsNamed(headings, section);
  const [first] = found;
  if (first === undefined) return { kind: 'none', headings: headings.length };
  if (found.length > 1) {
    const anchors = found.slice(0, NAMED).map(({ anchor }) => anchor);
    return { kind: 'many', count: found.length, anchors };
  }
  const { firstLine, lastLine } = first;
  const [place = null] = findPlaces(text, [firstLine]);
  const from = findLineStart(text, firstLine);
  const content = text.slice(from, findLineStart(text, lastLine - firstLine + 2, from));
  return { kind: 'section', section: { content, firstLine, lastLine, totalLines, place } };
}

/** Returns the heading with this anchor, or otherwise all headings with this title, ignoring case. */
function headingsNamed(headings: readonly Heading[], name: string): Heading[] {
  const wanted = spelled(name);
  const byAnchor = headings.find(
    ({ anchor }) => anchor !== '' && anchor === wanted.replace(/^#/, ''),
  );
  return byAnchor ? [byAnchor] : headings.filter(({ title }) => spelled(title) === wanted);
}

function spelled(title: string): string {
  return title.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Returns the start of a line, counted from 1 at the position `from`; the end of the text if there are fewer lines. */
function findLineStart(text: string, line: number, from = 0): number {
  let at = from;
  for (let number = 1; number < line && at < text.length; number += 1) at = nextLine(text, at);
  return at;
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = 0; at < text.length; lines += 1) at = nextLine(text, at);
  return lines;
}
