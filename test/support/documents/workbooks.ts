import { utils, write } from '@e965/xlsx';
import { contentTypes, type Parts, relationships, xml, buildZip } from './zip.js';

const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const NS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Returns a workbook with these sheets, as the library writes it. */
export function workbook(
  sheets: Record<string, (string | number | null)[][]>,
  kind: 'xlsx' | 'xlsb' | 'ods',
): Buffer {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  const written: unknown = write(book, { bookType: kind, type: 'buffer' });
  if (!Buffer.isBuffer(written)) throw new Error('the workbook was not written');
  return written;
}

/** Returns an xlsx file with one sheet. `rows` is XML; `more` adds parts. */
export function xlsx(rows: string, more: Parts = {}): Buffer {
  return buildZip({
    '[Content_Types].xml': contentTypes({
      'xl/workbook.xml': `${MAIN}.sheet.main+xml`,
      'xl/worksheets/sheet1.xml': `${MAIN}.worksheet+xml`,
    }),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${NS}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relationships([['rId1', 'worksheet', 'worksheets/sheet1.xml']]),
    'xl/worksheets/sheet1.xml': xml(
      `<worksheet xmlns="${NS}"><sheetData>${rows}</sheetData></worksheet>`,
    ),
    ...more,
  });
}
