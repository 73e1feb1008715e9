import { lineStarts } from '../files/reading/lines.js';
import { parseOutline, buildHeadingPath } from '../files/reading/outline.js';
import { type PlaceStart, placesWithin, takePlaces } from '../files/reading/places.js';

/** A part of a text file that is found as a unit: the text below a heading, or some lines. */
export interface Section {
  /** Titles of the headings above it, outermost first. */
  heading: readonly string[];
  /** Anchor of the innermost heading; null without one. */
  anchor: string | null;
  /** Counted from 1, both ends included. */
  firstLine: number;
  lastLine: number;
  /** Text without the marks of places. */
  text: string;
  /** Pages, slides or sheets of its lines. */
  places: readonly PlaceStart[];
}

/** Maximum number of lines per section: more below one heading are divided. */
export const MAX_LINES = 100;
/** Maximum length in UTF-16 units; a longer line is divided as well. */
export const MAX_LENGTH = 8_000;

/** Yields the sections of a text in order; together they are the whole text without the marks of places. */
export function* splitIntoSections(whole: string, markdown: boolean): Generator<Section> {
  const { text, places } = markdown ? takePlaces(whole) : { text: whole, places: [] };
  for (const part of splitIntoParts(text, markdown))
    yield { ...part, places: placesWithin(places, part.firstLine, part.lastLine) };
}

type Part = Omit<Section, 'places'>;
type Above = Pick<Section, 'heading' | 'anchor'>;

function* splitIntoParts(text: string, markdown: boolean): Generator<Part> {
  const starts = lineStarts(text);
  const headings = markdown ? parseOutline(text, false).headings : [];
  let line = 1;
  let above: Above = { heading: [], anchor: null };
  for (const heading of headings) {
    yield* divided(text, starts, above, line, heading.firstLine - 1);
    line = heading.firstLine;
    above = { heading: buildHeadingPath(headings, heading), anchor: heading.anchor };
  }
  yield* divided(text, starts, above, line, starts.length);
}

function* divided(
  text: string,
  starts: readonly number[],
  above: Above,
  first: number,
  last: number,
): Generator<Part> {
  const findLineStart = (line: number): number => starts[line - 1] ?? text.length;
  for (let line = first; line <= last;) {
    let end = line + 1;
    while (
      end <= last &&
      end - line < MAX_LINES &&
      findLineStart(end + 1) - findLineStart(line) <= MAX_LENGTH
    )
      end += 1;
    yield* pieces(text.slice(findLineStart(line), findLineStart(end)), above, line, end - 1);
    line = end;
  }
}

function* pieces(text: string, above: Above, firstLine: number, lastLine: number): Generator<Part> {
  for (let from = 0; from < text.length;) {
    const to = pieceEnd(text, from);
    yield {
      ...above,
      firstLine,
      lastLine,
      text: text.slice(from, to),
    };
    from = to;
  }
}

/**
 * Returns the end of a piece of a line that is too long: after a space if there is one, and never within a character.
 */
function pieceEnd(text: string, from: number): number {
  const most = from + MAX_LENGTH;
  if (most >= text.length) return text.length;
  const space = text.lastIndexOf(' ', most - 1);
  if (space > from + MAX_LENGTH / 2) return space + 1;
  return (text.charCodeAt(most) & 0xfc_00) === 0xdc_00 ? most - 1 : most;
}
