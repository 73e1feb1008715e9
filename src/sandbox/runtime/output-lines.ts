/* oxlint-disable no-control-regex */

/** Characters of a line that are kept. */
const MAX_LINE = 16 * 1024;

/** Sequences that lead back to the first column, as a carriage return does. */
const TO_FIRST_COLUMN = /\u001b\[[01]?G/g;
/** Sequences that set modes of a terminal, as those that hide and show its cursor do. */
const MODE = /\u001b\[\?[\d;]*[hl]/g;
/** Sequences that erase the line from the cursor on, or all of it. */
const ERASE = /(\u001b\[[02]?K)/;
const ERASE_ALL = '\u001b[2K';

const COLOURS = /\u001b\[[\d;:]*m/g;
const COLOUR_OR_CHARACTER = /\u001b\[[\d;:]*m|[^]/g;
const FIRST_COLOURS = /^(?:\u001b\[[\d;:]*m)+/;
const ESCAPE = '\u001b[';

/** Returns a line as a terminal shows it, where parts of it were written over or erased. `hide`: as of {@link OutputLines}. */
export function lineAsShown(line: string, hide: (text: string) => string): string {
  if (!line.includes('\r') && !line.includes(ESCAPE)) return line;
  const lines = new OutputLines(hide);
  lines.feed(line);
  return lines.open;
}

/** Returns how many columns a text takes; colours take none. */
function widthOf(text: string): number {
  return text.includes(ESCAPE) ? text.replaceAll(COLOURS, '').length : text.length;
}

/** Returns where the first `columns` of a text end. */
function endOf(text: string, columns: number): number {
  if (columns === 0 || !text.includes(ESCAPE)) return Math.min(columns, text.length);
  let left = columns;
  for (const { 0: part, index } of text.matchAll(COLOUR_OR_CHARACTER)) {
    if (part.length === 1) left -= 1;
    if (left === 0) return index + 1;
  }
  return text.length;
}

/** Returns a text behind its first `columns`, without colours that begin there. */
function behind(text: string, columns: number): string {
  return text.slice(endOf(text, columns)).replace(FIRST_COLOURS, '');
}

/**
 * Makes lines of the text that a run writes to one stream, piece by piece. A carriage return leads back to the first column, where
 * the next text overwrites the line, as on a terminal, and the sequences that erase a line do so. Of a longer line {@link MAX_LINE}
 * characters are kept, with a note on the rest. `hide` takes secrets out of a text of which only a part will be seen.
 */
export class OutputLines {
  /** The line that no newline has ended yet, and the column at which its next text goes. */
  private line = '';
  private column = 0;
  /** Characters of it beyond {@link MAX_LINE}. */
  private cut = 0;

  constructor(private readonly hide: (text: string) => string) {}

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
    this.line = this.line.slice(0, endOf(this.line, this.column));
  }

  private writeOver(text: string): void {
    const [first = '', ...rewritten] = text.split('\r');
    this.overwrite(this.column, first);
    if (rewritten.length === 0) return;
    this.overwrite(0, this.overwritten(rewritten));
    this.column = Math.min(widthOf(rewritten.at(-1) ?? ''), MAX_LINE);
  }

  /** Returns what is seen of texts that are written over one another, each from the first column on. */
  private overwritten(texts: readonly string[]): string {
    let shown = '';
    let width = 0;
    // From the last on, so that each is looked at once: of an earlier one remains what is longer than those after it.
    for (const text of texts.toReversed())
      if (widthOf(text) > width) {
        const hidden = shown === '' ? text : this.hide(text);
        shown += shown === '' ? hidden : behind(hidden, width);
        width = Math.max(width, widthOf(hidden));
      }
    return shown;
  }

  private overwrite(column: number, text: string): void {
    const end = column + widthOf(text);
    if (behind(this.line, end) !== '') this.line = this.hide(this.line);
    const isAtEnd = behind(this.line, column) === '';
    const before = isAtEnd ? this.line : this.line.slice(0, endOf(this.line, column));
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
