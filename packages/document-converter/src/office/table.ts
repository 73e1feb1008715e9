import { type Block, type Cell, isEmpty } from '../tree.js';

/** Returns rows of cells as a table, without the empty rows and columns at its edges. */
export function buildTable(rows: readonly (readonly Cell[])[]): Block[] {
  const isFull = ({ blocks }: Cell): boolean => !isEmpty(blocks);
  const kept = rows.slice(0, rows.findLastIndex((row) => row.some(isFull)) + 1);
  const width = kept.reduce((most, row) => Math.max(most, row.findLastIndex(isFull) + 1), 0);
  const [only] = kept;
  // Frames and single-cell tables are only used for layout.
  if (kept.length === 1 && width === 1) return only?.[0]?.blocks ?? [];
  if (width === 0) return [];
  return [
    {
      kind: 'table',
      rows: kept.map((row) =>
        Array.from({ length: width }, (_, at): Cell => row[at] ?? { blocks: [] }),
      ),
    },
  ];
}
