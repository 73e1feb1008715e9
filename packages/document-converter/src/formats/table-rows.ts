import { DocumentError } from '../converted.js';

export const MAX_COLUMNS = 16_384;
/** Maximum length of a quoted cell in characters; Excel allows 32,767. */
const MAX_QUOTED = 1024 * 1024;
/** Maximum number of characters that are read again after unclosed quotes. */
const MAX_AGAIN = 64 * 1024 * 1024;
const QUOTE = '"';

/**
 * Yields the rows of a text (RFC 4180). An unclosed quote is an ordinary character and does not affect the rows after
 * it.
 * @param report receives the position of an unclosed quote
 */
export function* readRows(
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

  /** @param lineEnd end of the first line of the row */
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

  /** Returns the position of the closing quote; undefined if the quote is unclosed. */
  #closing(open: number, lineEnd: number): number | undefined {
    const { text } = this;
    let stray = false;
    let at = open + 1;
    while (this.#again < MAX_AGAIN) {
      const quote = text.indexOf(QUOTE, at);
      // A quote between letters closes no cell; any further quotes after the line belong to other rows.
      if (quote === -1 || quote - open > MAX_QUOTED || (stray && quote > lineEnd)) break;
      if (text[quote + 1] === QUOTE) {
        at = quote + 2;
        continue;
      }
      const after = this.#afterSpaces(quote + 1);
      if (this.#endsCell(after)) return quote;
      // This quote opens another cell.
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

  /** Returns the position of the next delimiter. It is cached, so that each part of the text is searched once. */
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
