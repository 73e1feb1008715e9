/** Rows of a delimited text. */
export interface CsvRows {
  header: string[];
  rows: string[][];
  /** True if the text has more rows than `rows`. */
  more: boolean;
}

const DELIMITERS = ['\t', ';', '|', ','] as const;

/**
 * Returns the first row of a text as the header, and at most `most` of the other rows. Quoted cells may contain
 * delimiters and line breaks.
 */
export function csvRows(text: string, most: number): CsvRows {
  const reader = new CsvReader(text, detectDelimiter(text));
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
  /** Matches text up to a delimiter or the end of the line. */
  private readonly plain: RegExp;

  constructor(
    private readonly text: string,
    private readonly delimiter: string,
  ) {
    this.at = text.startsWith('\uFEFF') ? 1 : 0;
    this.plain = new RegExp(`[^\\r\\n\\${delimiter}]*`, 'y');
  }

  /** Returns the next row; null after the last one. */
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
    // Text after the closing quote belongs to the cell, as in spreadsheets.
    this.plain.lastIndex = this.at;
    const rest = this.plain.exec(this.text)?.[0] ?? '';
    this.at += rest.length;
    return quoted + rest;
  }
}

/** Returns the index of the quote that closes a quoted cell. A doubled quote is an escaped one. */
function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return text.length;
}

/** Returns the delimiter that is most frequent in the first line. */
function detectDelimiter(text: string): string {
  const [line = ''] = text.split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((each) => line.split(each).length - 1);
  const most = Math.max(...counts);
  return most === 0 ? ',' : (DELIMITERS[counts.indexOf(most)] ?? ',');
}
