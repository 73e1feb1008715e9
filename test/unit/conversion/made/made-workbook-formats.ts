import { type CellObject, utils, type WorkSheet, write } from '@e965/xlsx';
import { type MadeCell, type MadeSheet, placedRows } from './made-workbook.js';
import { openDocument } from '../../../support/documents/open-document.js';

// Writes the same workbook in each format.

const at = (x: number, y: number) => `${utils.encode_col(x)}${y + 1}`;

/** Returns the workbook as SheetJS writes it. */
function writeBook(sheets: readonly MadeSheet[], kind: 'xlsx' | 'biff8' | 'xlsb'): Buffer {
  const book = utils.book_new();
  for (const sheet of sheets) utils.book_append_sheet(book, worksheet(sheet), sheet.name);
  book.Workbook = { Sheets: sheets.map(({ hidden }) => ({ Hidden: hidden ? 1 : 0 })) };
  const written: unknown = write(book, { bookType: kind, type: 'buffer', bookSST: true });
  if (!Buffer.isBuffer(written)) throw new Error('the workbook was not written');
  return written;
}

function worksheet(made: MadeSheet): WorkSheet {
  const sheet = utils.aoa_to_sheet([]);
  let [width, height] = [0, 0];
  const merges = [];
  for (const { y, row } of placedRows(made)) {
    height = y;
    if (row.hidden) (sheet['!rows'] ??= [])[y] = { hidden: true };
    for (const [x, cell] of row.cells.entries()) {
      width = Math.max(width, x);
      if (cell === null) continue;
      if (cell.wide === true) merges.push({ s: { r: y, c: x }, e: { r: y, c: x + 1 } });
      sheet[at(x, y)] = sheetJsCell(cell);
    }
  }
  for (const x of made.hiddenColumns) (sheet['!cols'] ??= [])[x] = { hidden: true };
  sheet['!merges'] = merges;
  sheet['!ref'] = `A1:${at(width, height)}`;
  return sheet;
}

function sheetJsCell({ value, format, formula, link, comment }: MadeCell): CellObject {
  const t = typeof value === 'number' ? 'n' : typeof value === 'boolean' ? 'b' : 's';
  return {
    t,
    v: value,
    ...(format !== undefined && { z: toCustomFormat(format) }),
    ...(formula !== undefined && { f: formula }),
    ...(link !== undefined && { l: { Target: link } }),
    ...(comment !== undefined && {
      c: [{ a: comment.author, t: `${comment.author}:\n${comment.text}` }],
    }),
  };
}

/** Adds a second section to a format, which no built-in format has. */
function toCustomFormat(format: string): string {
  return /[dm]/.test(format) ? `${format};@` : `${format};-${format}`;
}

/** Returns the workbook as LibreOffice writes it. */
function ods(sheets: readonly MadeSheet[]): Buffer {
  const hide = ' table:visibility="collapse"';
  const tables = sheets.map((sheet) => {
    let next = 0;
    const rows = placedRows(sheet).map(({ y, row }) => {
      const gap =
        y === next
          ? ''
          : `<table:table-row table:number-rows-repeated="${y - next}"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>`;
      next = y + 1;
      return `${gap}<table:table-row${row.hidden ? hide : ''}>${row.cells.map(odsCell).join('')}</table:table-row>`;
    });
    const columns = Array.from(
      { length: 8 },
      (_, x) => `<table:table-column${sheet.hiddenColumns.includes(x) ? hide : ''}/>`,
    );
    return `<table:table table:name="${sheet.name}" table:style-name="${sheet.hidden ? 'HIDTAB' : 'TAB'}">${columns.join('')}${rows.join('')}</table:table>`;
  });
  return openDocument('spreadsheet', tables.join(''));
}

function odsCell(cell: MadeCell | null): string {
  if (cell === null) return '<table:table-cell/>';
  const { value, shown, format, formula, link, comment } = cell;
  const span = cell.wide === true ? ' table:number-columns-spanned="2"' : '';
  const lines = typeof value === 'string' ? value.split('\n') : [shown];
  const said = lines
    .map((line) => (link === undefined ? line : `<text:a xlink:href="${link}">${line}</text:a>`))
    .map((line) => `<text:p>${line}</text:p>`)
    .join('');
  const note =
    comment === undefined
      ? ''
      : `<office:annotation><dc:creator>${comment.author}</dc:creator><text:p>${comment.text}</text:p></office:annotation>`;
  const isDate = format === 'd-mmm-yy' || format === 'm/d/yy';
  const type = isDate ? 'date' : typeof value === 'number' ? 'float' : 'string';
  const day = isDate && typeof value === 'number' ? formatDay(value) : '';
  const stored =
    type === 'date'
      ? ` office:date-value="${day}"`
      : type === 'float'
        ? ` office:value="${String(value)}"`
        : '';
  return `<table:table-cell office:value-type="${type}"${stored}${span}${formula === undefined ? '' : ` table:formula="of:=${formula}"`}>${note}${said}</table:table-cell>`;
}

function formatDay(serial: number): string {
  return new Date(Date.UTC(1899, 11, 30 + serial)).toISOString().slice(0, 10);
}

export interface WorkbookFormat {
  /** False if the writer of this format does not support hidden rows. */
  hidesRows: boolean;
  write: (sheets: readonly MadeSheet[]) => Buffer;
}

export const WORKBOOK_FORMATS: Readonly<Record<string, WorkbookFormat>> = {
  xlsx: { hidesRows: true, write: (sheets) => writeBook(sheets, 'xlsx') },
  xlsb: { hidesRows: true, write: (sheets) => writeBook(sheets, 'xlsb') },
  xls: { hidesRows: false, write: (sheets) => writeBook(sheets, 'biff8') },
  ods: { hidesRows: true, write: ods },
};
