import { bounds, type Box, median } from './boxes.js';
import { groupIntoRows, type Segment, segmentText } from './lines.js';

/** Width of a line, in font sizes, from which it is running text rather than a cell. */
const TEXT_WIDTH = 28;
/** Maximum width of cells in tables with two rows and two columns, in font sizes. */
const PAIR_WIDTH = 14;
/** Maximum distance between the middles of two rows of a table, in font sizes. */
const ROW_PITCH = 3.2;
/** Ratio of line distances below which lines belong to one row. */
const WRAPPED = 0.8;

/** Maximum ratio of a distance to the space between two rows for it to count as regular. */
const REGULAR = 1.05;
/** Ratio to the least space between rows below which a line belongs to the same row. */
const NEARER = 0.93;
/** Minimum share of the table width of a rule that separates rows. */
const COVERED = 0.6;
/** Minimum number of rules that separate rows; fewer may surround the header and end the table. */
const PARTED = 3;
/** Ratio of the space between two rows to that between two lines of one row. */
const JUMP = 1.2;
/** Maximum distance between lines of one cell, as a ratio to the font size. */
const LEADING = 1.5;
/** Minimum number of rows that show how close rows may be. */
const SEVERAL = 4;

/** Ratio to the font size of a row from which a line is a heading. */
const LARGER = 1.15;
/** Maximum distance of a line that continues a cell, as a ratio to its font size. */
const TIGHT = 1.75;

/** Maximum vertical offset of text on the same row, as a ratio to its font size. */
const OFFSET = 0.8;
/** Maximum number of lines in one column of a page. */
const MAX_LINES = 1000;

type Run = { lines: Segment[][] } | { table: Segment[][][] };

/**
 * Returns lines of segments and the tables among them, from top to bottom.
 *
 * @param rules rules of the page: those between lines separate rows, even if they do not frame cells
 */
export function alignedTables(segments: readonly Segment[], rules: readonly Box[]): Run[] {
  const lines = joinOffset(groupIntoRows(segments)).map((line) =>
    line.toSorted((a, b) => a.x0 - b.x0),
  );
  if (lines.length > MAX_LINES) return [{ lines }];
  const out: Run[] = [];
  let from = 0;
  for (let at = 0; at < lines.length;) {
    const end = runEnd(lines, at);
    const table = end - at >= 2 ? detectTable(lines.slice(at, end), rules) : undefined;
    if (table !== undefined) {
      out.push({ lines: lines.slice(from, at) }, { table });
      from = end;
    }
    at = table === undefined ? at + 1 : end;
  }
  return [...out, { lines: lines.slice(from) }];
}

/** Joins lines with a slight vertical offset that do not overlap horizontally into one row. */
function joinOffset(lines: Segment[][]): Segment[][] {
  const out: Segment[][] = [];
  for (const line of lines) {
    const last = out.at(-1);
    const apart = (other: Segment) => line.every(({ x0, x1 }) => x1 < other.x0 || x0 > other.x1);
    if (
      last !== undefined &&
      pitch(last, line) < measureLineSize(line) * OFFSET &&
      last.every(apart)
    )
      last.push(...line);
    else out.push([...line]);
  }
  return out;
}

/** Returns the index after the lines that may be rows of one table. */
function runEnd(lines: Segment[][], from: number): number {
  if ((lines[from]?.length ?? 0) < 2) return from;
  let end = from + 1;
  let last = from + 1;
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? [];
    const above = lines.slice(from, end);
    const space = pitch(above.at(-1) ?? [], line);
    if (space > ROW_PITCH * measureLineSize(above.at(-1) ?? [])) break;
    const isRow = line.length >= 2;
    const isNear = space <= measureLineSize(line) * TIGHT || isAmong(lines, from, end);
    if (!isRow && (!isNear || !isContinuation(line, above))) break;
    // A last line that starts to the right of the first column continues a cell.
    const left = Math.min(...above.flat().map(({ x0 }) => x0));
    if (isRow || line.every(({ x0, size }) => x0 > left + size)) last = end + 1;
    if (measureLineSize(line) > measureLineSize(lines[from] ?? []) * LARGER) break;
  }
  return last;
}

/** Returns whether a line has the same distance from the rows above and below as those above have from each other. */
function isAmong(lines: Segment[][], from: number, at: number): boolean {
  const [before = [], line = [], after = []] = lines.slice(at - 1, at + 2);
  if (at - from < 2 || before.length < 2 || after.length < 2) return false;
  const usual = pitch(lines[at - 2] ?? [], before) * REGULAR;
  return pitch(before, line) <= usual && pitch(line, after) <= usual;
}

/** Returns whether a single cell continues others: it begins at a column and is no wider than a cell of it. */
function isContinuation([only]: Segment[], above: Segment[][]): boolean {
  if (only === undefined || isText(only)) return false;
  const columns = above.flatMap((line) => (line.length >= 2 ? line : []));
  const starts = columns.filter((cell) => Math.abs(cell.x0 - only.x0) < only.size * 0.6);
  if (starts.length === 0) return false;
  if (only.x0 > Math.min(...columns.map(({ x0 }) => x0)) + only.size) return true;
  const next = Math.min(...columns.map(({ x0 }) => x0).filter((x0) => x0 > only.x0 + only.size));
  return only.x1 < next;
}

function isText({ x0, x1, size }: Segment): boolean {
  return x1 - x0 > size * TEXT_WIDTH;
}

function pitch(above: Segment[], below: Segment[]): number {
  return measureLineMiddle(below) - measureLineMiddle(above);
}

function measureLineMiddle(line: Segment[]): number {
  return Math.max(...line.map(({ y0, y1 }) => (y0 + y1) / 2));
}

function measureLineSize(line: Segment[]): number {
  return Math.max(...line.map(({ size }) => size));
}

function detectTable(lines: Segment[][], rules: readonly Box[]): Segment[][][] | undefined {
  const columns = detectColumns(lines);
  const full = lines.filter((line) => line.length >= 2);
  if (columns.length < 2 || full.length < 2) return undefined;
  const isShort = full.flat().every(({ x0, x1, size }) => x1 - x0 < size * PAIR_WIDTH);
  if (columns.length === 2 && full.length < 3 && !isShort) return undefined;
  const cells = lines.flat();
  // Two columns of running text, or a list with outdented numbers, are not a table.
  if (cells.filter(isText).length > cells.length * 0.25) return undefined;
  const rows = lines.map((line) => {
    const placed = Map.groupBy(line, (segment) => locateColumn(segment, columns));
    return columns.map((_, at) => placed.get(at) ?? []);
  });
  return joinRuled(rows, lines, rules) ?? joinWrapped(rows, lines);
}

/**
 * Returns the column ranges that text covers, beginning with the lines that have most cells; spanning cells do not
 * join columns.
 */
function detectColumns(lines: Segment[][]): { x0: number; x1: number }[] {
  const columns: { x0: number; x1: number }[] = [];
  for (const { x0, x1 } of lines.toSorted((a, b) => b.length - a.length).flat()) {
    const [column, ...others] = columns.filter((each) => each.x0 < x1 && each.x1 > x0);
    if (column === undefined) columns.push({ x0, x1 });
    else if (others.length === 0)
      Object.assign(column, { x0: Math.min(column.x0, x0), x1: Math.max(column.x1, x1) });
  }
  return columns.toSorted((a, b) => a.x0 - b.x0);
}

/** Returns the column of a cell, which is the first of those that it spans. */
function locateColumn({ x0, x1 }: Segment, columns: { x0: number; x1: number }[]): number {
  let [best, common] = [0, -Infinity];
  for (const [at, column] of columns.entries()) {
    const over = Math.min(x1, column.x1) - Math.max(x0, column.x0);
    if (over > common && !(common > 0 && over < common * 2)) [best, common] = [at, over];
  }
  return best;
}

/** Joins the lines between two rules if rules separate the rows; otherwise returns undefined. */
function joinRuled(
  rows: Segment[][][],
  lines: Segment[][],
  rules: readonly Box[],
): Segment[][][] | undefined {
  const { x0, x1 } = bounds(lines.flat());
  const across = rules.filter((rule) => rule.x1 - rule.x0 > rule.y1 - rule.y0);
  const isParted = (at: number) => {
    const [from, to] = [measureLineMiddle(lines[at - 1] ?? []), measureLineMiddle(lines[at] ?? [])];
    const between = across.filter(({ y0 }) => y0 > from && y0 < to);
    // A rule may be drawn in one piece for each cell.
    const covered = between.reduce(
      (sum, rule) => sum + Math.max(0, Math.min(rule.x1, x1) - Math.max(rule.x0, x0)),
      0,
    );
    return covered > (x1 - x0) * COVERED;
  };
  const parted = rows.map((_, at) => at).filter((at) => at > 0 && isParted(at));
  if (parted.length < PARTED || parted.length * 5 < rows.length) return undefined;
  const starts = new Set([0, ...parted]);
  const out: Segment[][][] = [];
  for (const [at, row] of rows.entries()) {
    const last = out.at(-1);
    if (starts.has(at) || last === undefined) {
      out.push(row.map((cell) => [...cell]));
      continue;
    }
    // Rows between two rules that are complete are separate rows.
    const isFull = row.every((cell) => cell.length > 0);
    if (isFull || !last.every((cell, x) => goesOn(cell, row[x] ?? []))) return undefined;
    for (const [x, cell] of row.entries()) last[x]?.push(...cell);
  }
  return out;
}

/** Joins a single-cell line to the row above if it is closer to it than rows are to each other. */
function joinWrapped(rows: Segment[][][], lines: Segment[][]): Segment[][][] {
  const full = lines.filter((line) => line.length >= 2).map(measureLineMiddle);
  const usual = median(full.slice(1).map((y, at) => y - (full[at] ?? y)));
  const between = lines.slice(1).flatMap((line, at) => {
    const above = lines[at] ?? [];
    return line.length >= 2 && above.length >= 2 ? [pitch(above, line)] : [];
  });
  const least = between.length < SEVERAL ? 0 : Math.min(...between) * NEARER;
  const wrapped = wrappedLines(rows, lines);
  const out: Segment[][][] = [];
  for (const [at, row] of rows.entries()) {
    const last = out.at(-1);
    const used = row.filter((cell) => cell.length > 0).length;
    const space = at > 0 ? pitch(lines[at - 1] ?? [], lines[at] ?? []) : Infinity;
    const near = space < Math.max(usual * WRAPPED + 0.1, least);
    const isOpen = (row[0]?.length ?? 0) === 0;
    const isRest = wrapped.has(at) && last?.every((cell, x) => goesOn(cell, row[x] ?? [])) === true;
    if (last !== undefined && (isRest || (isOpen ? near || used === 1 : near && used === 1)))
      for (const [x, cell] of row.entries()) last[x]?.push(...cell);
    else out.push(row);
  }
  return out;
}

/** Returns lines that are clearly closer to the line above than others, if none of them has all cells. */
function wrappedLines(rows: Segment[][][], lines: Segment[][]): ReadonlySet<number> {
  const spaces = lines.map((line, at) => (at === 0 ? Infinity : pitch(lines[at - 1] ?? [], line)));
  const sorted = spaces.slice(1).toSorted((a, b) => a - b);
  const jump = sorted.findIndex((space, at) => at > 0 && space > (sorted[at - 1] ?? 0) * JUMP);
  const most = sorted[jump - 1] ?? 0;
  if (jump < 1 || most > (sorted[0] ?? 0) * REGULAR) return new Set();
  const found = new Set(
    spaces.flatMap((space, at) => {
      const isLine = space <= most && space < measureLineSize(lines[at] ?? []) * LEADING;
      return isLine ? [at] : [];
    }),
  );
  const areFull = [...found].some((at) => rows[at]?.every((cell) => cell.length > 0));
  return areFull ? new Set() : found;
}

/** Returns whether a cell may continue in the one below; a number does not, and an empty cell continues nothing. */
function goesOn(cell: readonly Segment[], below: readonly Segment[]): boolean {
  if (below.length === 0) return true;
  const isNumber = (each: Segment | undefined) =>
    each !== undefined && /^[-+(]?[\d.,' ]+[%)]?$/.test(segmentText(each));
  return cell.length > 0 && !(isNumber(cell.at(-1)) && isNumber(below[0]));
}
