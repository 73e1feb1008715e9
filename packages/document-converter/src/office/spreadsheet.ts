// Fallback parser for workbooks.
import { read, SSF, utils, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { DocumentError } from '../converted.js';
import { type Block, type DocumentTree, heading, paragraph, place } from '../tree.js';
import { dateText } from './dates.js';
import { quietly } from './quiet.js';
import { splitTable } from './sheets.js';

const MAX_ROWS = 100_000;
const MAX_CELLS = 1_000_000;

/** Returns each sheet as its cells are shown; no formula is computed. */
export function readWorkbook(bytes: Buffer): DocumentTree {
  let workbook: WorkBook;
  try {
    workbook = quietly(() =>
      read(bytes, {
        type: 'buffer',
        dense: true,
        sheetRows: MAX_ROWS,
        cellFormula: false,
        cellNF: true,
      }),
    );
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
  const blocks = workbook.SheetNames.flatMap((name, index): Block[] => {
    const sheet = workbook.Sheets[name];
    if (sheet === undefined) return [];
    showDates(sheet, workbook);
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
    return tables.length === 0 ? [] : [place('sheet', index + 1), heading(2, name), ...tables];
  });
  return { blocks, notes: [] };
}

/** Returns a cell's text as it is shown; other values were never in a cell. */
function shown(cell: unknown): string {
  return typeof cell === 'string' ? cell.trim() : '';
}

/** Shows dates as the first engine's are shown: `7/4/07` means two days. */
function showDates(sheet: WorkSheet, workbook: WorkBook): void {
  const options = { date1904: workbook.Workbook?.WBProps?.date1904 === true };
  for (const row of sheet['!data'] ?? [])
    for (const cell of row ?? []) {
      if (typeof cell?.v !== 'number' || typeof cell.z !== 'string') continue;
      const date = dateText(cell.v, cell.z, options, SSF);
      if (date !== undefined) cell.w = date.shown;
    }
}
