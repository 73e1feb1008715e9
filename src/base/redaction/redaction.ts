import { MetarunError } from '../kernel/errors.js';
import { PieceAutomaton } from './piece-automaton.js';
import { isShortWord, LEAST, linesOf, otherSpellings, plainSpellings } from './spellings.js';

const MARK = '[redacted]';
/** Longer pieces are found by this much of their beginning, and so also where a limit has cut their end off. */
const HEAD = 64;
/** Texts that a limit may have cut are at least this long: the shortest limit is that of a phase. */
const SHORTEST_CUT = 500;
/** A text of such a length has been cut: a phase, the message of an error, its stack. */
const CUT_LENGTHS: ReadonlySet<number> = new Set([SHORTEST_CUT, 8_000, 32_000]);
/** The least that is masked of a line at a cut; all texts are full of single characters. */
const LEAST_AT_CUT = 2;
const LETTER = /[\p{L}\p{N}]/u;
/** The note of the guests at the end of a log line that they have cut. */
const CUT_NOTE = / \[(?:cut: |… )\d+ more characters\]$/;
/** The most characters of the secrets that one run may get, so that looking for them stays cheap. */
const MAX_REDACTED = 256 * 1024;
/** The most characters of a group of other spellings of all secrets of a run, and of one of them: those that do not fit are left out. */
const MAX_SPELLED = 128 * 1024;
const MAX_SPELLED_OF_ONE = 32 * 1024;
/** Characters of spellings that are made for one secret, with those that are known already. */
const MAX_MADE = { usual: 256 * 1024, rare: 64 * 1024 };

/**
 * The texts that a run must not reveal. Texts are compared by value: of a secret with several lines each line is looked for,
 * without the white space around it, as it stands and in the usual spellings of it, such as JSON, base64 and
 * addresses. A line of less than eight letters and digits is found as a whole word alone, since it may be a word of the
 * language. What has been reversed or cut up in the script is not recognised.
 */
export class Redaction {
  private readonly values = new Set<string>();
  /** Lines that may be words of the language. */
  private readonly words = new Set<string>();
  /** The first characters of lines, fewer than are looked for where nothing is cut. */
  private readonly beginnings = new Set<string>();
  private size = 0;
  private readonly spelled = { usual: 0, rare: 0 };
  /** Pieces that are in none of the automata yet. */
  private added: string[] = [];
  /** The largest first, each of more characters than all behind it: so a piece is taken into a new one a few times only. */
  private automata: PieceAutomaton[] = [];

  /** Returns one that has these values. */
  static of(values: readonly string[]): Redaction {
    const redaction = new Redaction();
    for (const value of values) redaction.add(value);
    return redaction;
  }

  /** Throws `too_large` when the run has got more than it may; the value is then not to be handed out. */
  add(value: string): void {
    if (this.values.has(value)) return;
    const pieces = new Set(linesOf(value).flatMap(plainSpellings));
    const size = Math.max(sizeOf([...pieces]), value.length);
    if (this.size + size > MAX_REDACTED)
      throw new MetarunError(
        'too_large',
        `A run may get secrets of ${MAX_REDACTED} characters in all, and with this one they would be more: read fewer.`,
      );
    this.size += size;
    this.values.add(value);
    this.spell(value, pieces);
    for (const line of linesOf(value)) {
      if (isShortWord(line)) this.words.add(line);
      for (let length = LEAST_AT_CUT; length < LEAST; length += 1)
        this.beginnings.add(line.slice(0, length));
    }
    for (const piece of pieces) this.added.push(piece);
  }

  /** Adds the other spellings to `pieces`, as far as they fit. */
  private spell(value: string, pieces: Set<string>): void {
    if (linesOf(value).length === 0) return;
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

  /** `text` with all that belongs to pieces of secrets replaced, in time by its length. `isOpen`: it may go on behind its end. */
  apply(text: string, isOpen = false): string {
    this.takeIn();
    if (this.automata.length === 0 || text.length < (isOpen ? LEAST_AT_CUT : LEAST)) return text;
    // By where finds end: where the longest begins.
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

  /** Returns how many of the characters before a cut are the first ones of a line: what goes on may have them as the end of a word. */
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
      if (sizeOf(last.pieces) > sizeOf(pieces)) break;
      pieces = [...last.pieces, ...pieces];
      this.automata.pop();
    }
    this.automata.push(new PieceAutomaton(pieces, HEAD, this.words));
  }
}

/** Returns where a text ends that was cut at `cut`, without the half of a character there. */
function lastWhole(text: string, cut: number): number {
  return text.charAt(cut - 1) === '\uFFFD' ? cut - 1 : cut;
}

function sizeOf(pieces: readonly string[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** `text` with every stretch marked that finds cover together; `starts`: where the longest find begins, by its end. */
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
    // Finds that end within this one, or where it begins, may begin before it.
    for (; end > start; end -= 1) start = Math.min(start, starts[end - 1] ?? start);
    parts.push(MARK);
  }
  return parts.toReversed().join('');
}

/** Returns why a value is badly protected by being redacted, without the value; null for one that is not. */
export function weaknessOf(value: string): string | null {
  const lines = linesOf(value);
  if (lines.length === 0)
    return `It is shorter than ${LEAST} characters and is not redacted from logs and errors: use a longer value.`;
  return lines.some(isShortWord)
    ? 'It is a short word, or has a line that is one: in logs and errors it is redacted only where it stands as a whole word, and every such word is. Use a longer value, with other characters than letters and digits.'
    : null;
}
