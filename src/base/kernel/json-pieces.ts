import { weighJson } from './json-weight.js';
import { StoredJson } from './stored-json.js';

/** Characters that are written in one piece, which takes about a millisecond. */
export const PIECE = 64 * 1024;
/** Cost of parsing a stored text and writing it again, relative to writing it. */
const STORED_WEIGHT = 64;

/** Yields the JSON of a value in pieces of bounded length. */
export function* serialiseInPieces(value: unknown): Generator<string> {
  if (value instanceof StoredJson) yield* sliceText(value.text);
  else if (isSmallJson(value)) yield JSON.stringify(value);
  else if (typeof value === 'string') {
    yield '"';
    for (const slice of sliceText(value)) yield JSON.stringify(slice).slice(1, -1);
    yield '"';
  } else if (Array.isArray(value)) yield* listPieces(value);
  else yield* memberPieces(value as object);
}

function* listPieces(list: readonly unknown[]): Generator<string> {
  yield '[';
  let together: unknown[] = [];
  let weight = 0;
  let comma = '';
  for (const item of list) {
    const own = weigh(item);
    if (weight + own > PIECE && together.length > 0) {
      yield comma + JSON.stringify(together).slice(1, -1);
      [together, weight, comma] = [[], 0, ','];
    }
    if (own > PIECE) {
      yield comma;
      yield* serialiseInPieces(item);
      comma = ',';
    } else {
      together.push(item);
      weight += own;
    }
  }
  if (together.length > 0) yield comma + JSON.stringify(together).slice(1, -1);
  yield ']';
}

function* memberPieces(members: object): Generator<string> {
  yield '{';
  let together = newMembers();
  let weight = 0;
  let comma = '';
  for (const [name, member] of Object.entries(members) as [string, unknown][]) {
    if (member === undefined) continue;
    const own = weigh(member) + name.length;
    if (weight > 0 && weight + own > PIECE) {
      yield comma + JSON.stringify(together).slice(1, -1);
      [together, weight, comma] = [newMembers(), 0, ','];
    }
    if (own > PIECE) {
      yield `${comma}${JSON.stringify(name)}:`;
      yield* serialiseInPieces(member);
      comma = ',';
    } else {
      together[name] = member;
      weight += own;
    }
  }
  if (weight > 0) yield comma + JSON.stringify(together).slice(1, -1);
  yield '}';
}

/** Returns an object that is safe for members of any name. */
function newMembers(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

/** Returns whether a value can be written in one piece. A value that is stored as text would have to be parsed. */
export function isSmallJson(value: unknown): boolean {
  return weigh(value) <= PIECE;
}

function weigh(value: unknown): number {
  return weighJson(value, PIECE, STORED_WEIGHT);
}

/** Yields slices of a text without splitting a character. */
function* sliceText(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + PIECE, text.length);
    if (to < text.length && (text.charCodeAt(to) & 0xfc_00) === 0xdc_00) to -= 1;
    yield text.slice(from, to);
    from = to;
  }
}
