/* oxlint-disable no-control-regex */

/** Maximum number of characters kept of a line. */
const MAX_LINE = 16 * 1024;

/** Escape sequences that move the cursor to the first column, like a carriage return. */
const TO_FIRST_COLUMN = /\u001b\[[01]?G/g;
/** Escape sequences that set terminal modes, such as hiding and showing the cursor. */
const MODE = /\u001b\[\?[\d;]*[hl]/g;
/** Escape sequences that erase the line from the cursor on or entirely. */
const ERASE = /(\u001b\[[02]?K)/;
const ERASE_ALL = '\u001b[2K';

const COLOURS = /\u001b\[[\d;:]*m/g;
const COLOUR_OR_CHARACTER = /\u001b\[[\d;:]*m|[^]/g;
const FIRST_COLOURS = /^(?:\u001b\[[\d;:]*m)+/;
const ESCAPE = '\u001b[';

/**
 * Returns a line as a terminal shows it after parts of it were overwritten or erased. `hide` is that of {@link
 * OutputLines}.
 */
export function lineAsShown(line: string, hide: (text: string) => string): string {
  if (!line.includes('\r') && !line.includes(ESCAPE)) return line;
  const lines = new OutputLines(hide);
  lines.feed(line);
  return lines.open;
}

/** Returns the number of columns of a text; colours take none. */
function measureWidth(text: string): number {
  return text.includes(ESCAPE) ? text.replaceAll(COLOURS, '').length : text.length;
}

/** Returns the index after the first `columns` columns of a text. */
function findColumnEnd(text: string, columns: number): number {
  if (columns === 0 || !text.includes(ESCAPE)) return Math.min(columns, text.length);
  let left = columns;
  for (const { 0: part, index } of text.matchAll(COLOUR_OR_CHARACTER)) {
    if (part.length === 1) left -= 1;
    if (left === 0) return index + 1;
  }
  return text.length;
}

/** Returns a text after its first `columns` columns, without colours that begin there. */
function behind(text: string, columns: number): string {
  return text.slice(findColumnEnd(text, columns)).replace(FIRST_COLOURS, '');
}

/**
 * Splits the output that a run writes to one stream into lines, piece by piece. As on a terminal, a carriage return
 * moves to the first column, where the next text overwrites the line, and escape sequences may erase it. Of a longer
 * line, {@link MAX_LINE} characters are kept, with a note on the rest. `hide` redacts secrets from a text of which only
 * a part will remain visible.
 */
export class OutputLines {
  /** The unfinished line, and the column at which its next text goes. */
  private line = '';
  private column = 0;
  /** Characters of the line beyond {@link MAX_LINE}. */
  private cut = 0;

  constructor(private readonly hide: (text: string) => string) {}

  /** The unfinished line as it looks now; may be empty. */
  get open(): string {
    if (this.cut === 0) return this.line;
    return `${this.line.toWellFormed()} [cut: ${this.cut} more characters]`;
  }

  /**
   * Adds a piece of text and returns the lines that end in it. `cut` characters of a long line were left out before the
   * text.
   */
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

  /** Ends the unfinished line and returns it. */
  end(): string {
    const line = this.open;
    this.line = '';
    this.column = this.cut = 0;
    return line;
  }

  private write(text: string): void {
    if (!text.includes(ESCAPE)) {
      this.writeOver(text);
      return;
    }
    const shown = text.replaceAll(TO_FIRST_COLUMN, '\r').replaceAll(MODE, '');
    for (const piece of shown.split(ERASE))
      if (ERASE.test(piece)) this.erase(piece === ERASE_ALL);
      else this.writeOver(piece);
  }

  private erase(all: boolean): void {
    if (all) this.column = 0;
    if (behind(this.line, this.column) === '') return;
    this.cut = 0;
    this.line = this.line.slice(0, findColumnEnd(this.line, this.column));
  }

  private writeOver(text: string): void {
    const [first = '', ...rewritten] = text.split('\r');
    this.overwrite(this.column, first);
    if (rewritten.length === 0) return;
    this.overwrite(0, this.overwritten(rewritten));
    this.column = Math.min(measureWidth(rewritten.at(-1) ?? ''), MAX_LINE);
  }

  /** Returns the visible result of texts that are written over one another, each from the first column on. */
  private overwritten(texts: readonly string[]): string {
    let shown = '';
    let width = 0;
    // In reverse order, so that each text is visited once: of an earlier text, only what extends beyond later ones
    // remains.
    for (const text of texts.toReversed())
      if (measureWidth(text) > width) {
        const hidden = shown === '' ? text : this.hide(text);
        shown += shown === '' ? hidden : behind(hidden, width);
        width = Math.max(width, measureWidth(hidden));
      }
    return shown;
  }

  private overwrite(column: number, text: string): void {
    const end = column + measureWidth(text);
    if (behind(this.line, end) !== '') this.line = this.hide(this.line);
    const isAtEnd = behind(this.line, column) === '';
    const before = isAtEnd ? this.line : this.line.slice(0, findColumnEnd(this.line, column));
    const line = before + text + behind(this.line, end);
    if (line.length <= MAX_LINE) {
      this.line = line;
    } else {
      this.line = line.slice(0, MAX_LINE);
      this.cut += line.length - MAX_LINE;
    }
    this.column = Math.min(end, MAX_LINE);
  }
}
