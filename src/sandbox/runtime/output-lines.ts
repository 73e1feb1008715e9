/** Characters of a line that are kept. */
const MAX_LINE = 16 * 1024;

/** Returns a line as a terminal shows it, where its carriage returns have led back to the first column. */
export function lineAsShown(line: string): string {
  return line.includes('\r') ? overwritten(line.split('\r')) : line;
}

/** Returns what is seen of texts that are written over one another, each from the first column on. */
function overwritten(texts: readonly string[]): string {
  // From the last on, so that each is looked at once: of an earlier one remains what is longer than those after it.
  return texts.reduceRight(
    (shown, text) => (text.length > shown.length ? shown + text.slice(shown.length) : shown),
    '',
  );
}

/**
 * Makes lines of the text that a run writes to one stream, piece by piece. A carriage return leads back to the first column, where
 * the next text overwrites the line, as on a terminal. Of a longer line {@link MAX_LINE} characters are kept, with a note on the rest.
 */
export class OutputLines {
  /** The line that no newline has ended yet, and the column at which its next text goes. */
  private line = '';
  private column = 0;
  /** Characters of it beyond {@link MAX_LINE}. */
  private cut = 0;

  /** The line that no newline has ended yet, as it looks now; empty where there is none. */
  get open(): string {
    if (this.cut === 0) return this.line;
    return `${this.line.toWellFormed()} [cut: ${this.cut} more characters]`;
  }

  /** Takes a piece of text, before which `cut` characters of a too long line were left out; returns the lines that end in it. */
  feed(text: string, cut = 0): string[] {
    this.cut += Math.max(0, Math.trunc(cut));
    const pieces = text.split('\n');
    const last = pieces.pop() ?? '';
    const ended = pieces.map((piece) => {
      this.write(piece);
      return this.end();
    });
    this.write(last);
    return ended;
  }

  /** Ends the line that is open; returns it. */
  end(): string {
    const line = this.open;
    this.line = '';
    this.column = this.cut = 0;
    return line;
  }

  private write(text: string): void {
    const [first = '', ...rewritten] = text.split('\r');
    this.overwrite(this.column, first);
    if (rewritten.length === 0) return;
    this.overwrite(0, overwritten(rewritten));
    this.column = Math.min(rewritten.at(-1)?.length ?? 0, MAX_LINE);
  }

  private overwrite(column: number, text: string): void {
    const end = column + text.length;
    const line = this.line.slice(0, column) + text + this.line.slice(end);
    if (line.length <= MAX_LINE) {
      this.line = line;
    } else {
      this.line = line.slice(0, MAX_LINE);
      this.cut += line.length - MAX_LINE;
    }
    this.column = Math.min(end, MAX_LINE);
  }
}
