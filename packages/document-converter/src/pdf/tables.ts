import { layTable } from '../markdown/table.js';

const ROW = /^\|.*\|\s*$/;
const RULE = /^\|(?:\s*:?-+:?\s*\|)+\s*$/;

/** Lays tables of an engine out as those of every other format. */
export function alignTables(markdown: string): string {
  const lines = markdown.split('\n');
  const out: string[] = [];
  for (let at = 0; at < lines.length;) {
    const isTable = ROW.test(lines[at] ?? '') && RULE.test(lines[at + 1] ?? '');
    if (!isTable) {
      out.push(lines[at] ?? '');
      at += 1;
      continue;
    }
    let end = at + 2;
    while (end < lines.length && ROW.test(lines[end] ?? '')) end += 1;
    const rows = [lines[at] ?? '', ...lines.slice(at + 2, end)].map(cellsOf);
    out.push(layTable(squared(rows)));
    at = end;
  }
  return out.join('\n');
}

function cellsOf(line: string): string[] {
  const inner = line.trim().slice(1, -1);
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

function squared(rows: string[][]): string[][] {
  const width = Math.max(...rows.map((row) => row.length));
  const used = Array.from({ length: width }, (_, x) => rows.some((row) => (row[x] ?? '') !== ''));
  return rows.map((row) =>
    Array.from({ length: width }, (_, x) => row[x] ?? '').filter((_, x) => used[x]),
  );
}
