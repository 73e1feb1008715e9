/** A row of a CSV file, by the names of its columns, and the line that it begins on, from 1. */
export interface CsvRow {
  line: number;
  values: Record<string, string>;
}

/** Reads CSV as RFC 4180 has it: a row of names first; quotes around what has commas, quotes or line breaks. */
export function readCsv(text: string): { columns: string[]; rows: CsvRow[] } {
  const records = parseRecords(text.replace(/^\uFEFF/, ''));
  const columns = records.shift()?.cells.map((cell) => cell.trim()) ?? [];
  const rows = records.map(({ line, cells }) => ({
    line,
    values: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
  }));
  return { columns, rows };
}

/** Writes rows of cells as CSV. */
export function writeCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map((cell) => quoted(String(cell))).join(',')}\n`).join('');
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function parseRecords(text: string): { line: number; cells: string[] }[] {
  const records: { line: number; cells: string[] }[] = [];
  let [line, began, at] = [1, 1, 0];
  let cells: string[] = [];
  while (at < text.length) {
    const isQuoted = text[at] === '"';
    const end = isQuoted ? closingQuote(text, at) : endOfCell(text, at);
    if (end < 0) throw new Error(`line ${line}: a quote is never closed`);
    const raw = isQuoted ? text.slice(at + 1, end).replaceAll('""', '"') : text.slice(at, end);
    line += raw.split('\n').length - 1;
    cells.push(raw);
    at = isQuoted ? end + 1 : end;
    if (text[at] === ',') {
      at += 1;
      if (at < text.length && text[at] !== '\n' && text[at] !== '\r') continue;
      cells.push('');
    }
    if (text[at] === '\r') at += 1;
    if (at < text.length && text[at] !== '\n') throw new Error(`line ${line}: text behind a quote`);
    at += 1;
    line += 1;
    if (cells.length > 1 || cells[0] !== '') records.push({ line: began, cells });
    cells = [];
    began = line;
  }
  return records;
}

function endOfCell(text: string, from: number): number {
  const rest = /[,\r\n]/g;
  rest.lastIndex = from;
  return rest.exec(text)?.index ?? text.length;
}

/** -1 where there is none. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return -1;
}
