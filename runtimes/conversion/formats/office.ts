import { ZipArchive } from '../input/zip.js';
import { readWithEngine } from '../office/anydoc.js';
import { tidySheets } from '../office/sheets.js';
import { type DocumentTree } from '../tree.js';
import { type Source } from './port.js';

/** Formats that are zip archives. */
const ZIPPED = new Set(['docx', 'pptx', 'xlsx', 'xlsb', 'odt', 'ods', 'odp']);

export async function readOffice(source: Source): Promise<DocumentTree> {
  const zip = ZIPPED.has(source.format) ? new ZipArchive(source.bytes) : undefined;
  zip?.checkAll();
  return readWithEngine(source.bytes, source.format, source.media);
}

export async function readSheets(source: Source): Promise<DocumentTree> {
  return tidySheets(await readOffice(source));
}
