import { MetarunError } from '../kernel/errors.js';
import { PieceAutomaton } from './piece-automaton.js';
import {
  isShortWord,
  LEAST,
  listSearchableLines,
  otherSpellings,
  plainSpellings,
} from './spellings.js';

const MARK = '[redacted]';
/** Longer pieces are found by a beginning of this length, and so also if a limit has cut off their end. */
const HEAD = 64;
/** Minimum length of texts that a limit may have cut: the shortest limit is that of a phase. */
const SHORTEST_CUT = 500;
/** Lengths that indicate a cut text: a phase, the message of an error, its stack. */
const CUT_LENGTHS: ReadonlySet<number> = new Set([SHORTEST_CUT, 8_000, 32_000]);
/** Least number of characters of a line that is masked at a cut; all texts are full of single characters. */
const LEAST_AT_CUT = 2;
const LETTER = /[\p{L}\p{N}]/u;
/** Note of the guests at the end of a log line that they have cut. */
const CUT_NOTE = / \[(?:cut: |… )\d+ more characters\]$/;
/** Most characters of secrets that one run may receive, so that searching for them remains cheap. */
const MAX_REDACTED = 256 * 1024;
/**
 * Most characters of a group of other spellings, of all secrets of a run and of a single one; excess spellings are left
 * out.
 */
const MAX_SPELLED = 128 * 1024;
const MAX_SPELLED_OF_ONE = 32 * 1024;
/** Characters of spellings that are created for one secret, including those that are already known. */
const MAX_MADE = { usual: 256 * 1024, rare: 64 * 1024 };

/**
 * The texts that a run must not reveal, compared by value. Each line of a secret is searched for without surrounding
 * white space, both literally and in its usual spellings, such as JSON, base64 and URL encoding. A line with fewer than
 * eight letters and digits only matches as a whole word, since it may be a word of natural language. Text that the
 * script has reversed or split is not recognised.
 */
export class Redaction {
  private readonly values = new Set<string>();
  /** Lines that may be words of natural language. */
  private readonly words = new Set<string>();
  /** The first characters of lines, fewer than are searched for where nothing is cut. */
  private readonly beginnings = new Set<string>();
  private size = 0;
  private readonly spelled = { usual: 0, rare: 0 };
  /** Pieces that no automaton contains yet. */
  private added: string[] = [];
  /**
   * Automata, the largest first, each with more characters than all after it: so a piece is moved into a new one only a
   * few times.
   */
  private automata: PieceAutomaton[] = [];

  /** Returns a redaction of these values. */
  static of(values: readonly string[]): Redaction {
    const redaction = new Redaction();
    for (const value of values) redaction.add(value);
    return redaction;
  }

  /**
   * Adds a value. Throws `too_large` if the run has received more than allowed; the value must then not be handed out.
   */
  add(value: string): void {
    if (this.values.has(value)) return;
    const pieces = new Set(listSearchableLines(value).flatMap(plainSpellings));
    const size = Math.max(measurePieces([...pieces]), value.length);
    if (this.size + size > MAX_REDACTED)
      throw new MetarunError(
        'too_large',
        `A run may get secrets of ${MAX_REDACTED} characters in all, and with this one they would be more: read fewer.`,
      );
    this.size += size;
    this.values.add(value);
    this.spell(value, pieces);
    for (const line of listSearchableLines(value)) {
      if (isShortWord(line)) this.words.add(line);
      for (let length = LEAST_AT_CUT; length < LEAST; length += 1)
        this.beginnings.add(line.slice(0, length));
    }
    for (const piece of pieces) this.added.push(piece);
  }

  /** Adds the other spellings to `pieces`, as far as they fit. */
  private spell(value: string, pieces: Set<string>): void {
    if (listSearchableLines(value).length === 0) return;
    const spellings = otherSpellings(value);
    for (const group of ['usual', 'rare'] as const) {
      const most = Math.min(MAX_SPELLED_OF_ONE, MAX_SPELLED - this.spelled[group]);
      let made = 0;
      let spelled = 0;
      for (const piece of spellings[group]) {
        made += piece.length;
        if (made > MAX_MADE[group]) break;
        if (piece.length < LEAST || pieces.has(piece) || spelled + piece.length > most) continue;
        spelled += piece.length;
        pieces.add(piece);
      }
      this.spelled[group] += spelled;
    }
  }

  /**
   * Returns `text` with all parts of secrets replaced, in linear time. `isOpen`: the text may continue beyond its end.
   */
  apply(text: string, isOpen = false): string {
    this.takeIn();
    if (this.automata.length === 0 || text.length < (isOpen ? LEAST_AT_CUT : LEAST)) return text;
    // Start of the longest match, by the end of the match.
    const starts = new Int32Array(text.length + 1);
    for (let end = 0; end <= text.length; end += 1) starts[end] = end;
    const mayBeCut = isOpen || text.length >= SHORTEST_CUT;
    const note = mayBeCut ? (CUT_NOTE.exec(text)?.[0].length ?? 0) : 0;
    const cut = mayBeCut ? lastWhole(text, text.length - note) : 0;
    const isCut = note > 0 || CUT_LENGTHS.has(text.length);
    let begun = isCut || isOpen ? this.begunAt(text, cut, isCut) : 0;
    for (const automaton of this.automata) {
      const found = automaton.find(text, starts, cut);
      if (found >= LEAST) begun = Math.max(begun, found);
    }
    starts[cut] = Math.min(starts[cut] ?? cut, cut - begun);
    return replaced(text, starts);
  }

  /**
   * Returns how many characters before a cut are the first ones of a line: the continuation may contain them as the end
   * of a word.
   */
  private begunAt(text: string, cut: number, isCut: boolean): number {
    for (let length = LEAST - 1; length >= LEAST_AT_CUT; length -= 1) {
      if (!this.beginnings.has(text.slice(Math.max(0, cut - length), cut))) continue;
      if (isCut || !LETTER.test(text.charAt(cut - length - 1))) return length;
    }
    return 0;
  }

  private takeIn(): void {
    if (this.added.length === 0) return;
    let pieces = this.added;
    this.added = [];
    for (let last = this.automata.at(-1); last !== undefined; last = this.automata.at(-1)) {
      if (measurePieces(last.pieces) > measurePieces(pieces)) break;
      pieces = [...last.pieces, ...pieces];
      this.automata.pop();
    }
    this.automata.push(new PieceAutomaton(pieces, HEAD, this.words));
  }
}

/** Returns the end of a text that was cut at `cut`, without half a character there. */
function lastWhole(text: string, cut: number): number {
  return text.charAt(cut - 1) === '\uFFFD' ? cut - 1 : cut;
}

function measurePieces(pieces: readonly string[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/**
 * Returns `text` with every stretch of overlapping or adjacent matches replaced; `starts`: start of the longest match,
 * by its end.
 */
function replaced(text: string, starts: Int32Array): string {
  const parts: string[] = [];
  let end = text.length;
  while (end > 0) {
    let start = starts[end] ?? end;
    if (start === end) {
      const plainEnd = end;
      while (end > 0 && starts[end] === end) end -= 1;
      parts.push(text.slice(end, plainEnd));
      continue;
    }
    // Matches that end within this one, or at its start, may begin before it.
    for (; end > start; end -= 1) start = Math.min(start, starts[end - 1] ?? start);
    parts.push(MARK);
  }
  return parts.toReversed().join('');
}

/** Returns why redaction protects a value poorly, without the value; null if it does not. */
export function describeWeakness(value: string): string | null {
  const lines = listSearchableLines(value);
  if (lines.length === 0)
    return `It is shorter than ${LEAST} characters and is not redacted from logs and errors: use a longer value.`;
  return lines.some(isShortWord)
    ? 'It is a short word, or has a line that is one: in logs and errors it is redacted only where it stands as a whole word, and every such word is. Use a longer value, with other characters than letters and digits.'
    : null;
}
