/** A page, slide or sheet of the document that a text was converted from. */
export interface Place {
  kind: PlaceKind;
  /** Counted from 1. */
  number: number;
}

export const PLACE_KINDS = ['page', 'slide', 'sheet'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** A place, and the line from which on a text is of it. */
export interface PlaceStart {
  line: number;
  place: Place;
}

/** A line that says where a place begins: `<!-- page 12 -->`, as the converters write it. */
const MARK = /^[ \t]*<!-- (page|slide|sheet) ([1-9]\d{0,8}) -->[ \t]*\r?\n?$/;
const FENCE = /^[ \t]*(`{3,}|~{3,})([^\n]*)/;
/** A longer line is neither a mark nor the end of a fence. */
export const MARK_LENGTH = 200;

/** Reads the lines of a Markdown text one after the other. What stands in a fence of code is no mark. */
export class PlaceScanner {
  /** The place of the line that was read last; null before the first mark. */
  place: Place | null = null;
  private fence: string | null = null;

  /** Returns whether the line is a mark. `text`: with or without its end, and of a long line its beginning. */
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

/** Returns a Markdown text whose marks are empty lines, and the places that begin there, in their order. */
export function takePlaces(text: string): { text: string; places: PlaceStart[] } {
  const kept: string[] = [];
  const places: PlaceStart[] = [];
  let from = 0;
  for (const { line, place, at, end } of marksOf(text)) {
    places.push({ line, place });
    kept.push(text.slice(from, at));
    from = end;
  }
  return places.length === 0
    ? { text, places }
    : { text: [...kept, text.slice(from)].join(''), places };
}

/** Returns the places of some lines of a Markdown text, which are in their order; null where none begins at or before a line. */
export function placesOf(text: string, lines: readonly number[]): (Place | null)[] {
  const found: (Place | null)[] = [];
  let place: Place | null = null;
  for (const mark of marksOf(text)) {
    while (found.length < lines.length && (lines[found.length] ?? 0) < mark.line) found.push(place);
    if (found.length === lines.length) return found;
    ({ place } = mark);
  }
  while (found.length < lines.length) found.push(place);
  return found;
}

/** Yields the places that begin in a text, each with where its mark stands, without the end of its line. */
function* marksOf(text: string): Generator<PlaceStart & { at: number; end: number }> {
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

/** Returns the place of a line, of places in their order; null where none begins at or before it. */
export function placeAt(places: readonly PlaceStart[], line: number): Place | null {
  return places[countTo(places, line) - 1]?.place ?? null;
}

/** Returns how many of the places begin at or before a line. */
function countTo(places: readonly PlaceStart[], line: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.line ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the places that lines are of: the one that they begin in, and those that begin in them. */
export function placesWithin(
  places: readonly PlaceStart[],
  first: number,
  last: number,
): PlaceStart[] {
  const before = placeAt(places, first);
  const inside = places.slice(countTo(places, first), countTo(places, last));
  return before === null ? inside : [{ line: first, place: before }, ...inside];
}
