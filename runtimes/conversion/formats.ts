import { type Converter } from './formats/port.js';
import { readJson } from './formats/json.js';
import { readHtmlFile, readText } from './formats/plain.js';
import { readTableText } from './formats/table-text.js';

/** By format, as `detect` names it. */
export const CONVERTERS: Readonly<Record<string, Converter>> = {
  html: { convert: readHtmlFile },
  csv: { convert: readTableText },
  tsv: { convert: readTableText },
  json: { convert: readJson },
  txt: { convert: readText },
};
