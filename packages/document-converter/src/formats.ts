import { readEpub } from './epub/epub.js';
import { readNotebook } from './formats/notebook.js';
import { readXml } from './formats/xml.js';
import { readEml } from './mail/eml.js';
import { readMsg } from './mail/msg.js';
import { readPdf, readPdfAgain } from './pdf/pdf.js';
import { type Converter, type Source } from './formats/port.js';
import { ZipArchive } from './input/zip.js';
import { readOffice, readSheets, readZipped } from './formats/office.js';
import { readJson } from './formats/json.js';
import { readHtmlFile, readText } from './formats/plain.js';
import { readTableText } from './formats/table-text.js';

async function readSheetsAgain(source: Source) {
  if (source.format !== 'xls') new ZipArchive(source.bytes).checkAll();
  return (await import('./office/spreadsheet.js')).readWorkbook(source.bytes);
}

async function readOpenDocumentAgain(source: Source) {
  return (await import('./office/salvage/open-document.js')).salvageOpenDocument(source);
}

/** By format, as `detect` names it. */
export const CONVERTERS: Readonly<Record<string, Converter>> = {
  docx: {
    convert: readZipped,
    fallback: async (source) => (await import('./office/word.js')).readWord(source),
  },
  pptx: {
    convert: readZipped,
    fallback: async (source) =>
      (await import('./office/salvage/presentation.js')).salvagePresentation(source),
  },
  xlsx: { convert: readSheets, fallback: readSheetsAgain },
  // The first engine loses cells of these.
  xlsb: { convert: readSheetsAgain, fallback: readSheets },
  doc: {
    convert: readOffice,
    fallback: async (source) => (await import('./office/salvage/word.js')).salvageWord(source),
  },
  ppt: {
    convert: readOffice,
    fallback: async (source) =>
      (await import('./office/salvage/powerpoint.js')).salvageSlides(source),
  },
  xls: { convert: readSheets, fallback: readSheetsAgain },
  odt: { convert: readZipped, fallback: readOpenDocumentAgain },
  ods: { convert: readSheets, fallback: readSheetsAgain },
  odp: { convert: readZipped, fallback: readOpenDocumentAgain },
  rtf: {
    convert: readOffice,
    fallback: async (source) => (await import('./office/salvage/rtf.js')).salvageRtf(source),
  },
  pdf: { convert: readPdf, fallback: readPdfAgain },
  epub: { convert: readEpub, fallback: readZipped },
  eml: { convert: readEml },
  msg: { convert: readMsg },
  ipynb: { convert: readNotebook },
  xml: { convert: readXml },
  html: { convert: readHtmlFile },
  csv: { convert: readTableText },
  tsv: { convert: readTableText },
  json: { convert: readJson },
  txt: { convert: readText },
};
