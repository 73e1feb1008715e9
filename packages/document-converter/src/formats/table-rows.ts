import { DocumentError } from '../converted.js';

export const MAX_COLUMNS = 16_384;
/** A cell in quotes is no longer: Excel has 32,767 characters (characters). */
const MAX_QUOTED = 1024 * 1024;
/** A text of quotes that do not close would be read again and again (characters). */
const MAX_AGAIN = 64 * 1024 * 1024;
const QUOTE = '"';

/**
 * Returns the rows of a text one after the other (RFC 4180). A quote that no other closes is a character: the rows after it are rows all
 * the same.
 * @param report receives where such a quote is
 */
export function* rowsOf(
  text: string,
  delimiter: string,
  report: (at: number) => void,
): Generator<string[], void, undefined> {
  const reader = new Reader(text, delimiter, report);
  for (let row = reader.next(); row !== undefined; row = reader.next()) yield row;
}

class Reader {
  #at = 0;
  #delimiterAt = -1;
  #again = 0;
  readonly #lineEnd: string;

  constructor(
    private readonly text: string,
    private readonly delimiter: string,
    private readonly report: (at: number) => void,
  ) {
    this.#lineEnd = text.includes('\n') ? '\n' : '\r';
  }

  next(): string[] | undefined {
    const { text, delimiter } = this;
    if (this.#at >= text.length) return undefined;
    const end = this.#endOfLine(this.#at);
    const line = text.slice(this.#at, end);
    if (line.includes(QUOTE)) return this.#quotedRow(end);
    this.#at = end + 1;
    return checked(withoutReturn(line).split(delimiter, MAX_COLUMNS + 1));
  }

  /** @param lineEnd where the first line of the row ends */
  #quotedRow(lineEnd: number): string[] {
    const { text, delimiter } = this;
    const cells: string[] = [];
    let end = lineEnd;
    for (let at = this.#at; ; at += 1) {
      const close = text[at] === QUOTE ? this.#closing(at, end) : undefined;
      if (close === undefined) {
        const from = at;
        at = Math.min(this.#nextDelimiter(at), end);
        cells.push(at === end ? withoutReturn(text.slice(from, at)) : text.slice(from, at));
      } else {
        cells.push(text.slice(at + 1, close).replaceAll('""', QUOTE));
        at = this.#afterSpaces(close + 1);
        if (at > end) end = this.#endOfLine(at);
      }
      if (text[at] === delimiter && at < end) {
        checked(cells);
        continue;
      }
      this.#at = end + 1;
      return checked(cells);
    }
  }

  /** Returns where the quote at a place closes; undefined if it does not. */
  #closing(open: number, lineEnd: number): number | undefined {
    const { text } = this;
    let stray = false;
    let at = open + 1;
    while (this.#again < MAX_AGAIN) {
      const quote = text.indexOf(QUOTE, at);
      // One that stands between letters closes nothing, and more of them after the line are those of other rows.
      if (quote === -1 || quote - open > MAX_QUOTED || (stray && quote > lineEnd)) break;
      if (text[quote + 1] === QUOTE) {
        at = quote + 2;
        continue;
      }
      const after = this.#afterSpaces(quote + 1);
      if (this.#endsCell(after)) return quote;
      // This one opens another cell.
      if (text[quote - 1] === this.delimiter) break;
      stray = true;
      at = quote + 1;
    }
    this.#again += at - open;
    this.report(open);
    return undefined;
  }

  #endsCell(at: number): boolean {
    const { text } = this;
    if (at === text.length || text[at] === this.delimiter || text[at] === this.#lineEnd)
      return true;
    return text[at] === '\r' && (text[at + 1] ?? '\n') === '\n';
  }

  #afterSpaces(from: number): number {
    let at = from;
    while (this.text[at] === ' ') at += 1;
    return at;
  }

  #endOfLine(from: number): number {
    const found = this.text.indexOf(this.#lineEnd, from);
    return found === -1 ? this.text.length : found;
  }

  /** Each part of the text is looked through once. */
  #nextDelimiter(from: number): number {
    if (this.#delimiterAt < from) {
      const found = this.text.indexOf(this.delimiter, from);
      this.#delimiterAt = found === -1 ? this.text.length : found;
    }
    return this.#delimiterAt;
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function checked(cells: string[]): string[] {
  if (cells.length > MAX_COLUMNS)
    throw new DocumentError(
      'unreadable',
      `The table is too large for Markdown: more than ${MAX_COLUMNS} columns.`,
    );
  return cells;
}
