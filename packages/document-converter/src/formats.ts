import { readEpub } from './epub/epub.js';
import { readNotebook } from './formats/notebook.js';
import { readFictionBook } from './formats/fiction-book.js';
import { readArchive } from './formats/archive.js';
import { readXml } from './formats/xml.js';
import { readEml } from './mail/eml.js';
import { readMsg } from './mail/msg.js';
import { readPdf, readPdfWithFallback } from './pdf/pdf.js';
import { type Converter, type Source } from './formats/port.js';
import { ZipArchive } from './input/zip.js';
import { readOffice, readSeen } from './formats/office.js';
import { readJson } from './formats/json.js';
import { readHtmlFile, readText } from './formats/plain.js';
import { readDocx } from './office/word/word.js';
import { readOpenDocument } from './office/odf/open-document.js';
import { readPptx } from './office/slides/presentation.js';
import { readRtf } from './office/rtf/rtf.js';
import { readOds } from './sheets/ods/workbook.js';
import { readXlsb } from './sheets/xlsb/workbook.js';
import { readXlsx } from './sheets/xlsx/workbook.js';
import { readTableText } from './formats/table-text.js';

/** Reads a workbook as a whole. */
async function readWholeWorkbook(source: Source) {
  if (source.format !== 'xls') new ZipArchive(source.bytes).checkAll();
  return (await import('./sheets/xls/workbook.js')).readWorkbook(source);
}

/** Converters by the format that `detect` returns. */
export const CONVERTERS: Readonly<Record<string, Converter>> = {
  docx: { convert: readDocx },
  pptx: { convert: readPptx },
  xlsx: { convert: readXlsx, fallback: readWholeWorkbook },
  xlsb: { convert: readXlsb, fallback: readWholeWorkbook },
  doc: {
    convert: readOffice,
    fallback: async (source) =>
      readSeen(source, (await import('./office/fallback/word.js')).parseWord),
  },
  ppt: {
    convert: readOffice,
    fallback: async (source) =>
      (await import('./office/fallback/powerpoint.js')).parseSlides(source),
  },
  xls: { convert: readWholeWorkbook },
  odt: { convert: readOpenDocument },
  ods: { convert: readOds, fallback: readWholeWorkbook },
  odp: { convert: readOpenDocument },
  rtf: { convert: readRtf },
  pdf: { convert: readPdf, fallback: readPdfWithFallback },
  epub: { convert: readEpub },
  fb2: { convert: readFictionBook },
  zip: { convert: readArchive },
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
