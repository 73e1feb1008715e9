// The second engine for workbooks.
import { read, utils, type WorkBook } from '@e965/xlsx';
import { DocumentError } from '../converted.js';
import { type Block, type DocumentTree, heading, paragraph } from '../tree.js';
import { splitTable } from './sheets.js';

const MAX_ROWS = 100_000;
const MAX_CELLS = 1_000_000;

/** Each sheet as its cells are shown; no formula is computed. */
export function readWorkbook(bytes: Buffer): DocumentTree {
  let workbook: WorkBook;
  try {
    workbook = read(bytes, {
      type: 'buffer',
      dense: true,
      sheetRows: MAX_ROWS,
      cellFormula: false,
    });
  } catch (error) {
    const locked = /password|encrypt/i.test(String(error));
    throw new DocumentError(
      'unreadable',
      locked
        ? 'The document is protected by a password.'
        : 'The workbook is damaged: it cannot be read.',
    );
  }
  let cells = 0;
  const blocks = workbook.SheetNames.flatMap((name): Block[] => {
    const sheet = workbook.Sheets[name];
    if (sheet === undefined) return [];
    const rows = utils.sheet_to_json<unknown[]>(sheet, {
      header: 1,
      raw: false,
      defval: '',
      blankrows: true,
    });
    cells += rows.reduce((sum, row) => sum + row.length, 0);
    if (cells > MAX_CELLS)
      throw new DocumentError(
        'unreadable',
        `The workbook is too large: more than ${MAX_CELLS} cells.`,
      );
    const tables = splitTable(
      rows.map((row) => row.map((cell) => ({ blocks: [paragraph(shown(cell))] }))),
    );
    return tables.length === 0 ? [] : [heading(2, name), ...tables];
  });
  return { blocks, notes: [] };
}

/** The library gives a cell's text as it is shown; what is none was never in a cell. */
function shown(cell: unknown): string {
  return typeof cell === 'string' ? cell.trim() : '';
}
