export type CsvValue = string | number | null | undefined;

/** Text that spreadsheet programs would execute as a formula. */
const FORMULA = /^[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n']/;

/** Returns values as a line of CSV (RFC 4180). Text that could be a formula is prefixed with an apostrophe. */
export function formatCsvLine(values: readonly CsvValue[]): string {
  return `${values.map(formatCsvCell).join(',')}\r\n`;
}

function formatCsvCell(value: CsvValue): string {
  if (value == null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
