/** A page, slide or sheet of the document that a text was converted from. */
export interface Place {
  kind: PlaceKind;
  /** Number of the page, slide or sheet, counted from 1. */
  number: number;
}

export const PLACE_KINDS = ['page', 'slide', 'sheet'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** A place with the first line that belongs to it. */
export interface PlaceStart {
  line: number;
  place: Place;
}

/** A mark for the start of a place, such as `<!-- page 12 -->`, as written by the converters. */
const MARK = /^[ \t]*<!-- (page|slide|sheet) ([1-9]\d{0,8}) -->[ \t]*\r?\n?$/;
const FENCE = /^[ \t]*(`{3,}|~{3,})([^\n]*)/;
/** Maximum length of a mark, or of a line that ends a code fence. */
export const MARK_LENGTH = 200;

/** Finds marks in the lines of a Markdown text, read in order. Marks within fenced code are ignored. */
export class PlaceScanner {
  /** Place of the last line read; null before the first mark. */
  place: Place | null = null;
  private fence: string | null = null;

  /** Returns whether the line is a mark. `text` may exclude the line ending; the beginning of a long line suffices. */
  read(text: string): boolean {
    const [, fence = '', rest = ''] = FENCE.exec(text) ?? [];
    if (this.fence !== null) {
      if (fence.startsWith(this.fence) && rest.trim() === '') this.fence = null;
      return false;
    }
    if (fence !== '') {
      if (!fence.startsWith('`') || !rest.includes('`')) this.fence = fence;
      return false;
    }
    const [, kind, number] = MARK.exec(text) ?? [];
    const known = PLACE_KINDS.find((each) => each === kind);
    if (known === undefined) return false;
    this.place = { kind: known, number: Number(number) };
    return true;
  }
}

/**
 * Replaces the marks in a Markdown text with empty lines. Returns the new text and the places that begin there, in
 * order.
 */
export function takePlaces(text: string): { text: string; places: PlaceStart[] } {
  const kept: string[] = [];
  const places: PlaceStart[] = [];
  let from = 0;
  for (const { line, place, at, end } of scanMarks(text)) {
    places.push({ line, place });
    kept.push(text.slice(from, at));
    from = end;
  }
  return places.length === 0
    ? { text, places }
    : { text: [...kept, text.slice(from)].join(''), places };
}

/**
 * Returns the places of the given lines, in ascending order, of a Markdown text; null for lines before the first mark.
 */
export function findPlaces(text: string, lines: readonly number[]): (Place | null)[] {
  const found: (Place | null)[] = [];
  let place: Place | null = null;
  for (const mark of scanMarks(text)) {
    while (found.length < lines.length && (lines[found.length] ?? 0) < mark.line) found.push(place);
    if (found.length === lines.length) return found;
    ({ place } = mark);
  }
  while (found.length < lines.length) found.push(place);
  return found;
}

/** Yields the places that begin in a text, with the start and end of their marks, excluding line endings. */
function* scanMarks(text: string): Generator<PlaceStart & { at: number; end: number }> {
  if (!text.includes('<!-- ')) return;
  const scanner = new PlaceScanner();
  let line = 1;
  for (let at = 0; at < text.length; line += 1) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline;
    if (scanner.read(text.slice(at, Math.min(end, at + MARK_LENGTH))) && scanner.place !== null)
      yield { line, place: scanner.place, at, end };
    at = end + 1;
  }
}

/** Returns the place of a line from `places` in order; null for a line before the first place. */
export function placeAt(places: readonly PlaceStart[], line: number): Place | null {
  return places[countTo(places, line) - 1]?.place ?? null;
}

/** Counts the places that begin at or before a line. */
function countTo(places: readonly PlaceStart[], line: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.line ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the places that a range of lines belongs to: the one in which it begins, and those that begin within it. */
export function placesWithin(
  places: readonly PlaceStart[],
  first: number,
  last: number,
): PlaceStart[] {
  const before = placeAt(places, first);
  const inside = places.slice(countTo(places, first), countTo(places, last));
  return before === null ? inside : [{ line: first, place: before }, ...inside];
}
