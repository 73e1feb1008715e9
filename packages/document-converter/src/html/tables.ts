import { type DefaultTreeAdapterTypes } from 'parse5';
import { quoted } from '../input/losses.js';
import { type Block, type Cell, isEmpty } from '../tree.js';
import { attribute, childrenOf, hasText, isElement, isHidden, textContent } from './elements.js';
import { titleBlocks } from './titles.js';
import { collectTexts } from './visible.js';
import { reportHidden } from './hidden.js';
import { type Context } from './context.js';

type Element = DefaultTreeAdapterTypes.Element;
const MAX_SPAN = 1000;
const MAX_CELLS = 1_000_000;

/** Returns a table; a layout table is returned as the contents of its cells. */
export function readTable(node: Element, context: Context): Block[] {
  const inner = { ...context, style: {}, depth: context.depth + 1 };
  const rows: Element[] = [];
  const around: Block[] = [];
  gatherRows(node, inner, rows, around);
  if (isLayout(node, rows)) {
    const cells = rows.flatMap((row) => seenCells(row, inner));
    return [...around, ...cells.flatMap((cell) => cellBlocks(cell, inner))];
  }
  const grid = readGrid(rows, { ...inner, inCell: true }).filter(
    (row) => !row.every(({ blocks }) => isEmpty(blocks)),
  );
  // A table of one column, or of one row without a header, is only used for layout.
  const isRow = grid.length <= 1 && context.inCell !== true;
  const single = grid.every((row) => row.length <= 1) || isRow;
  if (single && !hasHeader(rows))
    return [...around, ...grid.flatMap((row) => row.flatMap(({ blocks }) => blocks))];
  return [...around, { kind: 'table', rows: grid }];
}

function gatherRows(node: Element, context: Context, rows: Element[], around: Block[]): void {
  for (const child of childrenOf(node)) {
    if (!isElement(child)) continue;
    if (isHidden(child)) reportHidden(child, context);
    else if (child.tagName === 'tr') {
      rows.push(child);
      around.push(...titleBlocks(child, context));
    } else if (/^t(?:head|body|foot)$/.test(child.tagName)) {
      gatherRows(child, context, rows, around);
      around.push(...titleBlocks(child, context));
    } else around.push(...context.readOne(child, context));
  }
}

/** Returns the visible cells of a row and reports the hidden ones, which take up no column. */
function seenCells(row: Element, context: Context): Element[] {
  return childrenOf(row)
    .filter(isElement)
    .filter(({ tagName }) => tagName === 'td' || tagName === 'th')
    .filter((cell) => {
      if (!isHidden(cell)) return true;
      reportHidden(cell, context);
      return false;
    });
}

function cellBlocks(cell: Element, context: Context): Block[] {
  return [...context.read(cell, context), ...titleBlocks(cell, context)];
}

function isLayout(node: Element, rows: Element[]): boolean {
  if (/^(?:presentation|none)$/.test(attribute(node, 'role') ?? '')) return true;
  const cells = rows.map((row) => childrenOf(row).filter(isElement));
  if (hasHeader(rows)) return false;
  if (cells.every((row) => row.length <= 1)) return true;
  return cells.some((row) => row.some((cell) => hasTable(cell, 0))) && !hasOwnRows(cells);
}

/**
 * Returns whether a table that contains others is a data table: at least two rows have two cells with text or a table.
 * Most rows of a layout table have one cell.
 */
function hasOwnRows(rows: readonly Element[][]): boolean {
  const filled = rows
    .map((row) => row.filter((cell) => hasText(cell)).length)
    .filter((count) => count > 0);
  const alike = filled.filter((count) => count > 1).length;
  return alike >= 2 && alike * 2 >= filled.length;
}

function hasHeader(rows: Element[]): boolean {
  return rows.some((row) =>
    childrenOf(row).some((cell) => isElement(cell) && cell.tagName === 'th'),
  );
}

function hasTable(node: Element, depth: number): boolean {
  return childrenOf(node).some(
    (child) =>
      isElement(child) && (child.tagName === 'table' || (depth < 8 && hasTable(child, depth + 1))),
  );
}

/** Returns each cell at its first position in the grid; the other positions that it spans are empty. */
function readGrid(rows: Element[], context: Context): Cell[][] {
  const grid: Cell[][] = rows.map(() => []);
  let places = 0;
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of seenCells(row, context)) {
      while (grid[y]?.[x] !== undefined) x += 1;
      const width = span(cell, 'colspan');
      const height = Math.min(span(cell, 'rowspan'), rows.length - y);
      places += width * height;
      if (places > MAX_CELLS) {
        context.resolver.losses.add(
          'Cells of a table with too many places were left out',
          () => quoted(textContent(cell)),
          collectTexts(cell),
        );
        continue;
      }
      for (let dy = 0; dy < height; dy += 1)
        for (let dx = 0; dx < width; dx += 1) {
          const line = grid[y + dy];
          if (line !== undefined && line[x + dx] === undefined) line[x + dx] = { blocks: [] };
        }
      const origin = grid[y]?.[x];
      if (origin !== undefined) origin.blocks = cellBlocks(cell, context);
      x += width;
    }
  }
  return squared(grid);
}

function squared(grid: Cell[][]): Cell[][] {
  const width = Math.max(0, ...grid.map((row) => row.length));
  const used = Array.from({ length: width }, (_, x) =>
    grid.some((row) => row[x] !== undefined && !isEmpty(row[x].blocks)),
  );
  return grid.map((row) =>
    Array.from({ length: width }, (_, x) => row[x] ?? { blocks: [] }).filter((_, x) => used[x]),
  );
}

function span(cell: Element, name: string): number {
  const value = Number.parseInt(attribute(cell, name) ?? '1', 10);
  return value > 0 ? Math.min(value, MAX_SPAN) : 1;
}
