import { type CellObject, utils, type WorkSheet, write } from '@e965/xlsx';
import { type MadeCell, type MadeSheet, placedRows } from './made-workbook.js';
import { openDocument } from './open-document.js';
import { contentTypes, escapeXml, relationships, xml, zipOf, type Parts } from './zip.js';

// The same workbook in each format.

const at = (x: number, y: number) => `${utils.encode_col(x)}${y + 1}`;
const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const NS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const FORMATS = ['', '#,##0.00', '0.00', '0%', 'd-mmm-yy', 'm/d/yy'];

/** As Excel writes it: texts are shared, links and comments are in parts of their own. */
function xlsx(sheets: readonly MadeSheet[]): Buffer {
  const strings: string[] = [];
  const parts: Parts = {};
  const types: Record<string, string> = { 'xl/workbook.xml': `${MAIN}.sheet.main+xml` };
  for (const [index, sheet] of sheets.entries())
    Object.assign(parts, sheetParts(sheet, index + 1, strings));
  for (const path of Object.keys(parts))
    if (path.startsWith('xl/worksheets/sheet')) types[path] = `${MAIN}.worksheet+xml`;
  return zipOf({
    '[Content_Types].xml': contentTypes(types),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map(
        (_, n) => [`rId${n + 1}`, 'worksheet', `worksheets/sheet${n + 1}.xml`] as const,
      ),
      ['s1', 'styles', 'styles.xml'],
      ['s2', 'sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${NS}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${sheets.map(({ name, hidden }, n) => `<sheet name="${name}" sheetId="${n + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${n + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/styles.xml': xml(
      `<styleSheet xmlns="${NS}"><numFmts>${FORMATS.map((code, n) => (n === 0 ? '' : `<numFmt numFmtId="${200 + n}" formatCode="${code}"/>`)).join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>${FORMATS.map((_, n) => `<xf numFmtId="${n === 0 ? 0 : 200 + n}"/>`).join('')}</cellXfs></styleSheet>`,
    ),
    'xl/sharedStrings.xml': xml(
      `<sst xmlns="${NS}">${strings.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`,
    ),
    ...parts,
  });
}

function sheetParts(sheet: MadeSheet, number: number, strings: string[]): Parts {
  const rows: string[] = [];
  const merges: string[] = [];
  const links: [string, string][] = [];
  const comments: string[] = [];
  for (const { y, row } of placedRows(sheet)) {
    const cells = row.cells.flatMap((cell, x) => {
      if (cell === null) return [];
      const place = at(x, y);
      if (cell.wide === true) merges.push(`${place}:${at(x + 1, y)}`);
      if (cell.link !== undefined) links.push([place, cell.link]);
      if (cell.comment !== undefined)
        comments.push(
          `<comment ref="${place}" authorId="0"><text><r><t>${cell.comment.author}:</t></r><r><t xml:space="preserve">\n${cell.comment.text}</t></r></text></comment>`,
        );
      return [sheetCell(cell, place, strings)];
    });
    rows.push(`<row r="${y + 1}"${row.hidden ? ' hidden="1"' : ''}>${cells.join('')}</row>`);
  }
  const columns = sheet.hiddenColumns.map((x) => `<col min="${x + 1}" max="${x + 1}" hidden="1"/>`);
  const path = `xl/worksheets/sheet${number}.xml`;
  return {
    [path]: xml(
      `<worksheet xmlns="${NS}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`}<sheetData>${rows.join('')}</sheetData><mergeCells>${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells><hyperlinks>${links.map(([ref], n) => `<hyperlink ref="${ref}" r:id="l${n}"/>`).join('')}</hyperlinks></worksheet>`,
    ),
    [`xl/worksheets/_rels/sheet${number}.xml.rels`]: relationships([
      ...links.map(([, url], n) => [`l${n}`, 'hyperlink', url, true] as const),
      ['c1', 'comments', `../comments${number}.xml`],
    ]),
    [`xl/comments${number}.xml`]: xml(
      `<comments xmlns="${NS}"><authors><author>Ann Lee</author></authors><commentList>${comments.join('')}</commentList></comments>`,
    ),
  };
}

function sheetCell({ value, format = '', formula }: MadeCell, place: string, strings: string[]) {
  const style = ` s="${FORMATS.indexOf(format)}"`;
  const computed = formula === undefined ? '' : `<f>${formula}</f>`;
  if (typeof value === 'number') return `<c r="${place}"${style}>${computed}<v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${Number(value)}</v></c>`;
  strings.push(value);
  return `<c r="${place}" t="s"><v>${strings.length - 1}</v></c>`;
}

/** As SheetJS writes it. */
function binary(sheets: readonly MadeSheet[], kind: 'biff8' | 'xlsb'): Buffer {
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

function sheetJsCell({ value, format, link, comment }: MadeCell): CellObject {
  const t = typeof value === 'number' ? 'n' : typeof value === 'boolean' ? 'b' : 's';
  return {
    t,
    v: value,
    ...(format !== undefined && { z: format }),
    ...(link !== undefined && { l: { Target: link } }),
    ...(comment !== undefined && { c: [{ a: comment.author, t: comment.text }] }),
  };
}

/** As LibreOffice writes it. */
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
  const day = isDate && typeof value === 'number' ? dayOf(value) : '';
  const stored =
    type === 'date'
      ? ` office:date-value="${day}"`
      : type === 'float'
        ? ` office:value="${String(value)}"`
        : '';
  return `<table:table-cell office:value-type="${type}"${stored}${span}${formula === undefined ? '' : ` table:formula="of:=${formula}"`}>${note}${said}</table:table-cell>`;
}

function dayOf(serial: number): string {
  return new Date(Date.UTC(1899, 11, 30 + serial)).toISOString().slice(0, 10);
}

export interface WorkbookFormat {
  /** False where the program that writes it here does not know of hidden rows. */
  hidesRows: boolean;
  write: (sheets: readonly MadeSheet[]) => Buffer;
}

export const WORKBOOK_FORMATS: Readonly<Record<string, WorkbookFormat>> = {
  xlsx: { hidesRows: true, write: xlsx },
  xlsb: { hidesRows: true, write: (sheets) => binary(sheets, 'xlsb') },
  xls: { hidesRows: false, write: (sheets) => binary(sheets, 'biff8') },
  ods: { hidesRows: true, write: ods },
};
