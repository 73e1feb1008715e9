import { bounds, type Box, clusters, isInside, middle } from './boxes.js';

/** Maximum distance between the ends of rules that meet, in points. */
const NEAR = 3;
const MAX_RULES = 4000;
const MAX_ROWS = 300;
const MAX_COLUMNS = 60;

/** A ruled table with the boxes of its cells by row; undefined for positions that another cell spans. */
export interface Grid extends Box {
  cells: (Box | undefined)[][];
}

/** Cached grids by the rules of a page. */
const found = new WeakMap<readonly Box[], Grid[]>();

/** Returns the tables formed by rules that meet, with at least two rows and two columns. */
export function detectGrids(rules: readonly Box[]): Grid[] {
  if (rules.length > MAX_RULES) return [];
  const grids = found.get(rules) ?? groupRules(rules).flatMap((group) => detectGrid(group) ?? []);
  found.set(rules, grids);
  return grids;
}

/** Groups rules that meet, directly or through others. */
function groupRules(rules: readonly Box[]): Box[][] {
  let groups: Box[][] = [];
  for (const rule of rules.toSorted((a, b) => a.x0 - b.x0)) {
    const meeting = groups.filter((group) => group.some((other) => meet(rule, other)));
    groups = [...groups.filter((group) => !meeting.includes(group)), [...meeting.flat(), rule]];
  }
  return groups;
}

function meet(a: Box, b: Box): boolean {
  const isAcross = a.x0 <= b.x1 + NEAR && b.x0 <= a.x1 + NEAR;
  return isAcross && a.y0 <= b.y1 + NEAR && b.y0 <= a.y1 + NEAR;
}

function detectGrid(rules: Box[]): Grid | undefined {
  const level = rules.filter(({ x0, x1, y0, y1 }) => x1 - x0 >= y1 - y0);
  const upright = rules.filter(({ x0, x1, y0, y1 }) => x1 - x0 < y1 - y0);
  const xs = clusters(upright.map(middleX), NEAR);
  const ys = clusters(level.map(middleY), NEAR);
  if (ys.length < 3 || xs.length < 3 || ys.length > MAX_ROWS || xs.length > MAX_COLUMNS)
    return undefined;
  const isAt = (place: number, at: number) => Math.abs(place - at) <= NEAR * 1.5;
  const covers = (from: number, to: number, at: number) => from - NEAR <= at && to + NEAR >= at;
  const wall = (x: number, y: number) =>
    upright.some((rule) => isAt(middleX(rule), x) && covers(rule.y0, rule.y1, y));
  const floor = (y: number, x: number) =>
    level.some((rule) => isAt(middleY(rule), y) && covers(rule.x0, rule.x1, x));
  const taken = new Set<string>();
  const cells = ys.slice(0, -1).map((y0, row) =>
    xs.slice(0, -1).map((x0, column): Box | undefined => {
      if (taken.has(`${row},${column}`)) return undefined;
      const centre = middle(y0, ys[row + 1] ?? y0);
      let right = column + 1;
      while (right < xs.length - 1 && !wall(xs[right] ?? 0, centre)) right += 1;
      const centreX = middle(x0, xs[column + 1] ?? x0);
      let bottom = row + 1;
      while (bottom < ys.length - 1 && !floor(ys[bottom] ?? 0, centreX)) bottom += 1;
      for (let y = row; y < bottom; y += 1)
        for (let x = column; x < right; x += 1) taken.add(`${y},${x}`);
      return { x0, y0, x1: xs[right] ?? x0, y1: ys[bottom] ?? y0 };
    }),
  );
  return { ...bounds(rules), cells };
}

/** Assigns boxes to cells by their middles; returns undefined if the rules do not frame a table. */
export function fillGrid<T extends Box>(grid: Grid, boxes: readonly T[]): T[][][] | undefined {
  const inside = boxes.filter((box) => isInside(box, grid));
  if (inside.length === 0) return undefined;
  const rows = grid.cells.map((row) =>
    row.map((cell) => (cell === undefined ? [] : inside.filter((box) => isInside(box, cell)))),
  );
  if (rows.flat(2).length < inside.length) return undefined;
  const used = rows.filter((row) => row.some((cell) => cell.length > 0));
  const columns = rows[0]?.filter((_, x) => used.some((row) => (row[x]?.length ?? 0) > 0)) ?? [];
  return used.length < 2 || columns.length < 2 ? undefined : used;
}

function middleX({ x0, x1 }: Box): number {
  return middle(x0, x1);
}

function middleY({ y0, y1 }: Box): number {
  return middle(y0, y1);
}
