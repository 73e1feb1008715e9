/** Codes below this have a table of where they lead to from the root, where most of a text is. */
const TABLED = 128;
const LETTER = /[\p{L}\p{N}]/u;
/** Escapes and colours, behind which a word begins, although they end in a letter. */
const ESCAPE_END =
  /(?:\\[abfnrtv]|%[\dA-Fa-f]{2}|\\x[\dA-Fa-f]{2}|\\u[\dA-Fa-f]{4}|\[[\d;]{0,12}m)$/;
const ESCAPE_LENGTH = 14;

/**
 * Finds pieces of text in others in one pass, by the automaton of Aho and Corasick (Communications of the ACM, 1975): the
 * time is that of the text's length, whatever the pieces are. Of a piece that is longer than `head`, that much of its
 * beginning counts, and all of the text behind that goes on like it.
 */
export class PieceAutomaton {
  /** The last character of what leads to each node, breadth first. */
  private readonly chars: Uint16Array;
  /** The children of a node, which lie together in the order of their characters, end where those of the next begin. */
  private readonly firstChild: Int32Array;
  private readonly depths: Int32Array;
  /** The node of the longest end of the same text that pieces begin with. */
  private readonly fallbacks: Int32Array;
  /** Length of the longest find that ends there; 0 for none. */
  private readonly finds: Int32Array;
  /** Length of the longest short word that ends there; 0 for none. Others that end there stand behind a letter of it. */
  private readonly words: Int32Array;
  private readonly fromRoot = new Int32Array(TABLED);

  /** None of `pieces` is empty. Those that are in `words` are found where no letter or digit stands beside them. */
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
    // The pieces that begin with what leads to a node are neighbours: from here to there.
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
   * Notes in `starts`, at the end of each find in `text`, where the longest one begins that ends there, unless one
   * begins before. Returns how much of the end of `text` up to `end` is the beginning of a piece.
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

  /** Where `char` leads to. Each fallback takes back one of the characters that came before. */
  private next(node: number, char: number): number {
    for (let from = node; ; from = at(this.fallbacks, from)) {
      const child = this.child(from, char);
      if (child !== 0 || from === 0) return child;
    }
  }

  /** 0 for none. */
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

/** Returns whether no letter or digit stands beside this part of a text. */
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
