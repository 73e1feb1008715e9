/** Codes below this have a table of their transitions from the root, where most of a text is processed. */
const TABLED = 128;
const LETTER = /[\p{L}\p{N}]/u;
/** Ends of escapes and colour codes, after which a word may begin although they end in a letter. */
const ESCAPE_END =
  /(?:\\[abfnrtv]|%[\dA-Fa-f]{2}|\\x[\dA-Fa-f]{2}|\\u[\dA-Fa-f]{4}|\[[\d;]{0,12}m)$/;
const ESCAPE_LENGTH = 14;

/**
 * Finds pieces of text in others in one pass, by the automaton of Aho and Corasick (Communications of the ACM, 1975),
 * in time linear in the text, whatever the pieces are. Of a piece longer than `head`, that much of its beginning is
 * matched, and then all text that continues like it.
 */
export class PieceAutomaton {
  /** The last character of each node's prefix, breadth first. */
  private readonly chars: Uint16Array;
  /**
   * Index of each node's first child. The children of a node are adjacent, sorted by character, and end where those of
   * the next begin.
   */
  private readonly firstChild: Int32Array;
  private readonly depths: Int32Array;
  /** The node of the longest proper suffix that is also a prefix of pieces. */
  private readonly fallbacks: Int32Array;
  /** Length of the longest match that ends at each node, or 0. */
  private readonly finds: Int32Array;
  /**
   * Length of the longest short word that ends at each node, or 0. Other words that end there follow a
   * letter of it.
   */
  private readonly words: Int32Array;
  private readonly fromRoot = new Int32Array(TABLED);

  /**
   * Builds the automaton of non-empty `pieces`. Pieces that are in `words` match only without an adjacent letter or
   * digit.
   */
  constructor(
    readonly pieces: readonly string[],
    head: number,
    words: ReadonlySet<string>,
  ) {
    const sorted = pieces.toSorted((one, other) => (one < other ? -1 : 1));
    const nodes = 1 + sorted.reduce((sum, piece) => sum + piece.length, 0);
    this.chars = new Uint16Array(nodes);
    this.firstChild = new Int32Array(nodes + 1);
    this.depths = new Int32Array(nodes);
    this.fallbacks = new Int32Array(nodes);
    this.finds = new Int32Array(nodes);
    this.words = new Int32Array(nodes);
    // The pieces that begin with a node's prefix are adjacent, between these indices.
    const from = new Int32Array(nodes);
    const to = new Int32Array(nodes);
    to[0] = sorted.length;
    let count = 1;
    for (let node = 0; node < count; node += 1) {
      const depth = at(this.depths, node);
      this.firstChild[node] = count;
      for (let index = at(from, node); index < at(to, node); index += 1) {
        const piece = sorted[index] ?? '';
        if (piece.length === depth) {
          (words.has(piece) ? this.words : this.finds)[node] = depth;
          continue;
        }
        const char = piece.charCodeAt(depth);
        const child = count - 1;
        if (child >= at(this.firstChild, node) && this.chars[child] === char) {
          to[child] = index + 1;
          continue;
        }
        this.chars[count] = char;
        this.depths[count] = depth + 1;
        from[count] = index;
        to[count] = index + 1;
        count += 1;
      }
      this.firstChild[node + 1] = count;
      if (node === 0) this.tableRoot(count);
      for (let child = at(this.firstChild, node); child < count; child += 1)
        this.fallbacks[child] =
          node === 0 ? 0 : this.next(at(this.fallbacks, node), at(this.chars, child));
      if (depth >= head) this.finds[node] = depth;
      else if (node > 0) this.finds[node] ||= at(this.finds, at(this.fallbacks, node));
      if (node > 0) this.words[node] ||= at(this.words, at(this.fallbacks, node));
    }
  }

  private tableRoot(count: number): void {
    for (let child = 1; child < count; child += 1)
      if (at(this.chars, child) < TABLED) this.fromRoot[at(this.chars, child)] = child;
  }

  /**
   * Records in `starts`, at the end of each match in `text`, the start of the longest match that ends there, unless an
   * earlier one is recorded. Returns the length of the end of `text` before `end` that is the beginning of a piece.
   */
  find(text: string, starts: Int32Array, end: number): number {
    let node = 0;
    let begun = 0;
    for (let index = 0; index < text.length; index += 1) {
      node = this.next(node, text.charCodeAt(index));
      if (node === 0) continue;
      let start = index + 1 - at(this.finds, node);
      const word = index + 1 - at(this.words, node);
      if (word < start && isAlone(text, word, index + 1)) start = word;
      if (start < at(starts, index + 1)) starts[index + 1] = start;
      if (index + 1 === end) begun = at(this.depths, node);
    }
    return begun;
  }

  /** Returns the node that `char` leads to. Each fallback undoes one of the preceding characters. */
  private next(node: number, char: number): number {
    for (let from = node; ; from = at(this.fallbacks, from)) {
      const child = this.child(from, char);
      if (child !== 0 || from === 0) return child;
    }
  }

  /** Returns the child of a node for `char`, or 0. */
  private child(node: number, char: number): number {
    if (node === 0 && char < TABLED) return at(this.fromRoot, char);
    let low = at(this.firstChild, node);
    let high = at(this.firstChild, node + 1) - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = at(this.chars, middle);
      if (found === char) return middle;
      if (found < char) low = middle + 1;
      else high = middle - 1;
    }
    return 0;
  }
}

/** Returns whether this part of a text has no adjacent letter or digit. */
function isAlone(text: string, start: number, end: number): boolean {
  if (LETTER.test(text.charAt(end))) return false;
  return (
    !LETTER.test(text.charAt(start - 1)) ||
    ESCAPE_END.test(text.slice(Math.max(0, start - ESCAPE_LENGTH), start))
  );
}

function at(numbers: Int32Array | Uint16Array, index: number): number {
  return numbers[index] ?? 0;
}
