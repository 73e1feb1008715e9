/** A table of a text with a delimiter. */
export interface CsvRows {
  header: string[];
  rows: string[][];
  /** True where the text has more rows than were asked for. */
  more: boolean;
}

const DELIMITERS = ['\t', ';', '|', ','] as const;

/** Returns the rows of a text: the first one as header, then `most` at most. A text in quotes may hold anything. */
export function csvRows(text: string, most: number): CsvRows {
  const reader = new CsvReader(text, delimiterOf(text));
  const rows: string[][] = [];
  while (rows.length < most + 2) {
    const row = reader.row();
    if (row === null) break;
    if (row.length > 1 || row[0] !== '') rows.push(row);
  }
  const [header = [], ...others] = rows;
  return { header, rows: others.slice(0, most), more: others.length > most };
}

class CsvReader {
  private at: number;
  /** Text up to a delimiter or the end of the line. */
  private readonly plain: RegExp;

  constructor(
    private readonly text: string,
    private readonly delimiter: string,
  ) {
    this.at = text.startsWith('\uFEFF') ? 1 : 0;
    this.plain = new RegExp(`[^\\r\\n\\${delimiter}]*`, 'y');
  }

  /** Returns the next row; null after the last. */
  row(): string[] | null {
    if (this.at >= this.text.length) return null;
    const cells = [this.cell()];
    while (this.text[this.at] === this.delimiter) {
      this.at += 1;
      cells.push(this.cell());
    }
    this.at += this.text.startsWith('\r\n', this.at) ? 2 : 1;
    return cells;
  }

  private cell(): string {
    let quoted = '';
    if (this.text[this.at] === '"') {
      const end = endOfQuoted(this.text, this.at + 1);
      quoted = this.text.slice(this.at + 1, end).replaceAll('""', '"');
      this.at = end + 1;
    }
    // What follows the quotes belongs to the cell, as spreadsheets take it.
    this.plain.lastIndex = this.at;
    const rest = this.plain.exec(this.text)?.[0] ?? '';
    this.at += rest.length;
    return quoted + rest;
  }
}

/** Returns the place of the quote that ends a text in quotes, where two of them stand for one. */
function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return text.length;
}

/** Returns the delimiter that the first line has most often. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((each) => line.split(each).length - 1);
  const most = Math.max(...counts);
  return most === 0 ? ',' : (DELIMITERS[counts.indexOf(most)] ?? ',');
}
