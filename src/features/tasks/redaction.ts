import { MetarunError } from '../../base/kernel/errors.js';
import { PieceAutomaton } from './piece-automaton.js';

const MARK = '[redacted]';
/** Shorter pieces occur in any text. */
const LEAST = 4;
/** Longer pieces are found by this much of their beginning, and so also where a limit has cut their end off. */
const HEAD = 64;
/** Texts that a limit may have cut are at least this long: the shortest limit is that of a phase. */
const SHORTEST_CUT = 500;
/** The note of the guests at the end of a log line that they have cut. */
const CUT_NOTE = / \[(?:cut: |… )\d+ more characters\]$/;
/** The most characters of the secrets that one run may get, so that looking for them stays cheap. */
const MAX_REDACTED = 256 * 1024;

/**
 * The texts that a run must not reveal. Texts are compared by value: of a secret with several lines each line is looked for,
 * without the white space around it, and as it stands within JSON. What has been encoded, reversed or cut up in
 * the script is not recognised.
 */
export class Redaction {
  private readonly values = new Set<string>();
  private size = 0;
  /** Pieces that are in none of the automata yet. */
  private added: string[] = [];
  /** The largest first, each of more characters than all behind it: so a piece is taken into a new one a few times only. */
  private automata: PieceAutomaton[] = [];

  /** Throws `too_large` when the run has got more than it may; the value is then not to be handed out. */
  add(value: string): void {
    if (this.values.has(value)) return;
    const pieces = piecesOf(value);
    const size = sizeOf(pieces);
    if (this.size + Math.max(size, value.length) > MAX_REDACTED)
      throw new MetarunError(
        'too_large',
        `A run may get secrets of ${MAX_REDACTED} characters in all, and with this one they would be more: read fewer.`,
      );
    this.size += Math.max(size, value.length);
    this.values.add(value);
    this.added.push(...pieces);
  }

  /** `text` with all that belongs to pieces of secrets replaced, in time by its length. `isOpen`: it may go on behind its end. */
  apply(text: string, isOpen = false): string {
    this.takeIn();
    if (this.automata.length === 0 || text.length < LEAST) return text;
    // By where finds end: where the longest begins.
    const starts = Int32Array.from({ length: text.length + 1 }, (_, end) => end);
    const mayBeCut = isOpen || text.length >= SHORTEST_CUT;
    const cut = mayBeCut ? text.length - (CUT_NOTE.exec(text)?.[0].length ?? 0) : 0;
    for (const automaton of this.automata) {
      const begun = automaton.find(text, starts, cut);
      if (begun >= LEAST) starts[cut] = Math.min(starts[cut] ?? cut, cut - begun);
    }
    return replaced(text, starts);
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
    this.automata.push(new PieceAutomaton(pieces, HEAD));
  }
}

function piecesOf(value: string): string[] {
  const pieces = new Set<string>();
  for (const line of value.split(/[\r\n]+/)) {
    const piece = line.trim();
    pieces.add(piece).add(JSON.stringify(piece).slice(1, -1));
  }
  return [...pieces].filter(({ length }) => length >= LEAST);
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
