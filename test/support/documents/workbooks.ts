import { utils, write } from '@e965/xlsx';
import { contentTypes, escapeXml, relationships, xml, zipOf } from './zip.js';

export type Sheets = Record<string, (string | number | null)[][]>;

/** A workbook as xlsx, by hand: inline strings, numbers as they are. */
export function xlsx(sheets: Sheets): Buffer {
  const names = Object.keys(sheets);
  const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const ns = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const cell = (value: string | number | null, x: number, y: number) => {
    const at = `${utils.encode_col(x)}${y + 1}`;
    if (value === null) return '';
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
    return `<c r="${at}" t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
  };
  return zipOf({
    '[Content_Types].xml': contentTypes({
      'xl/workbook.xml': `${main}.sheet.main+xml`,
      ...Object.fromEntries(
        names.map((_, n) => [`xl/worksheets/sheet${n + 1}.xml`, `${main}.worksheet+xml`]),
      ),
    }),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': relationships(
      names.map((_, n) => [`rId${n + 1}`, 'worksheet', `worksheets/sheet${n + 1}.xml`]),
    ),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${ns}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names.map((name, n) => `<sheet name="${escapeXml(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    ...Object.fromEntries(
      names.map((name, n) => [
        `xl/worksheets/sheet${n + 1}.xml`,
        xml(
          `<worksheet xmlns="${ns}"><sheetData>${(sheets[name] ?? []).map((row, y) => `<row r="${y + 1}">${row.map((value, x) => cell(value, x, y)).join('')}</row>`).join('')}</sheetData></worksheet>`,
        ),
      ]),
    ),
  });
}

/** The same as an earlier or binary kind of workbook. */
export function workbook(sheets: Sheets, kind: 'biff8' | 'xlsb' | 'xlsm' | 'ods'): Buffer {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  const written: unknown = write(book, { bookType: kind, type: 'buffer' });
  if (!Buffer.isBuffer(written)) throw new Error('the workbook was not written');
  return written;
}
