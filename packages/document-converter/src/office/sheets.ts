import { type Block, type Cell, type DocumentTree, isEmpty } from '../tree.js';

/** Returns sheets as readers see them: without the empty rows and columns around and between their tables. */
export function tidySheets(tree: DocumentTree): DocumentTree {
  return { ...tree, blocks: tree.blocks.flatMap((block) => tidyBlock(block)) };
}

function tidyBlock(block: Block): Block[] {
  return block.kind === 'table' ? splitTable(block.rows) : [block];
}

/** Splits tables at empty rows; a single cell is a line of text, such as a title. */
export function splitTable(rows: Cell[][]): Block[] {
  const bands: Cell[][][] = [];
  let open: Cell[][] = [];
  const close = () => {
    if (open.length > 0) bands.push(open);
    open = [];
  };
  for (const row of rows) {
    if (row.some(({ blocks }) => !isEmpty(blocks))) open.push(row);
    // A header that an empty row separates from its table stays with it.
    else if (open.length !== 1 || filled(open) < 2) close();
  }
  close();
  return bands.flatMap((band): Block[] => {
    const cut = cutColumns(band);
    const single = cut.length === 1 && cut[0]?.length === 1 ? cut[0][0] : undefined;
    return single === undefined ? [{ kind: 'table', rows: cut }] : single.blocks;
  });
}

function filled(rows: Cell[][]): number {
  return (rows[0] ?? []).filter(({ blocks }) => !isEmpty(blocks)).length;
}

function cutColumns(rows: Cell[][]): Cell[][] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const used = Array.from({ length: width }, (_, x) =>
    rows.some((row) => row[x] !== undefined && !isEmpty(row[x].blocks)),
  );
  const first = used.indexOf(true);
  const last = used.lastIndexOf(true);
  return rows.map((row) =>
    Array.from({ length: last - first + 1 }, (_, x) => row[first + x] ?? { blocks: [] }),
  );
}
