import { readEpub } from './epub/epub.js';
import { readNotebook } from './formats/notebook.js';
import { readXml } from './formats/xml.js';
import { readEml } from './mail/eml.js';
import { readMsg } from './mail/msg.js';
import { readPdf, readPdfAgain } from './pdf/pdf.js';
import { type Converter } from './formats/port.js';
import { readOffice, readSheets } from './formats/office.js';
import { readJson } from './formats/json.js';
import { readHtmlFile, readText } from './formats/plain.js';
import { readTableText } from './formats/table-text.js';

/** By format, as `detect` names it. */
export const CONVERTERS: Readonly<Record<string, Converter>> = {
  docx: { convert: readOffice },
  pptx: { convert: readOffice },
  xlsx: { convert: readSheets },
  xlsb: { convert: readSheets },
  doc: { convert: readOffice },
  ppt: { convert: readOffice },
  xls: { convert: readSheets },
  odt: { convert: readOffice },
  ods: { convert: readSheets },
  odp: { convert: readOffice },
  rtf: { convert: readOffice },
  pdf: { convert: readPdf, fallback: readPdfAgain },
  epub: { convert: readEpub, fallback: readOffice },
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
