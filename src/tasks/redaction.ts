import { MetarunError } from '../kernel/errors.js';

const MARK = '[redacted]';
/** Shorter pieces occur in any text. */
const LEAST = 4;
/** Longer pieces are found by this much of their beginning, and so also where a limit has cut their end off. */
const HEAD = 64;
/** Texts that a limit may have cut are at least this long: the shortest limit is that of a phase. */
const SHORTEST_CUT = 500;
/** What the guests say at the end of a log line that they have cut. */
const CUT_NOTE = / \[(?:cut: |… )\d+ more characters\]$/;
/** Of the secrets that one run may get, in characters, so that looking for them stays cheap. */
const MAX_CONCEALED = 256 * 1024;

/**
 * What a run must not tell. Texts are compared by value: of a secret with several lines each line is looked for,
 * without the white space around it, and as it stands within JSON. What has been encoded, reversed or cut up in
 * the script is not recognised.
 */
export class Redaction {
  private readonly values = new Set<string>();
  private size = 0;
  /** Pieces by the length of their heads, longest first; each head leads to the pieces that begin with it. */
  private heads: [length: number, pieces: Map<string, string[]>][] = [];
  /** What a head that was cut off can end with. */
  private readonly cutHeads = new Set<string>();

  /** Throws `too_large` when the run has got more than it may; the value is then not to be handed out. */
  add(value: string): void {
    if (this.values.has(value)) return;
    if (this.size + value.length > MAX_CONCEALED)
      throw new MetarunError(
        'too_large',
        `A run may get secrets of ${MAX_CONCEALED} characters in all.`,
      );
    this.size += value.length;
    this.values.add(value);
    for (const line of value.split(/[\r\n]+/)) {
      const piece = line.trim();
      this.addPiece(piece);
      this.addPiece(JSON.stringify(piece).slice(1, -1));
    }
  }

  /** `text` with every piece of a secret replaced. */
  apply(text: string): string {
    if (this.heads.length === 0) return text;
    let told = '';
    let from = 0;
    for (let at = 0; at + LEAST <= text.length;) {
      const end = this.endOfPiece(text, at);
      if (end === at) {
        at += 1;
        continue;
      }
      told += text.slice(from, at) + MARK;
      from = at = end;
    }
    return this.withoutCutPiece(told + text.slice(from));
  }

  private addPiece(piece: string): void {
    if (piece.length < LEAST) return;
    const head = piece.slice(0, HEAD);
    let pieces = this.heads.find(([length]) => length === head.length)?.[1];
    if (pieces === undefined) {
      pieces = new Map();
      this.heads.push([head.length, pieces]);
      this.heads.sort(([one], [other]) => other - one);
    }
    for (let length = LEAST; length < head.length; length += 1)
      this.cutHeads.add(head.slice(0, length));
    const same = pieces.get(head) ?? [];
    if (!same.includes(piece)) pieces.set(head, [...same, piece]);
  }

  /** Where the longest piece ends that begins at `at`; `at` if there is none. */
  private endOfPiece(text: string, at: number): number {
    for (const [length, pieces] of this.heads) {
      const found = pieces.get(text.slice(at, at + length));
      if (found !== undefined)
        return at + Math.max(...found.map((piece) => shared(text, at, piece)));
    }
    return at;
  }

  /** A piece whose end a limit has cut off, at the end of a long text. */
  private withoutCutPiece(text: string): string {
    if (text.length < SHORTEST_CUT) return text;
    const note = CUT_NOTE.exec(text)?.[0] ?? '';
    const body = text.slice(0, text.length - note.length);
    for (let length = HEAD - 1; length >= LEAST; length -= 1)
      if (this.cutHeads.has(body.slice(-length))) return `${body.slice(0, -length)}${MARK}${note}`;
    return text;
  }
}

/** How far `text` from `at` on is the same as `piece`. */
function shared(text: string, at: number, piece: string): number {
  let length = 0;
  while (length < piece.length && text[at + length] === piece[length]) length += 1;
  return length;
}
