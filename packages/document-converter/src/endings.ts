import { isTextName, TEXT_LANGUAGES } from './formats/text-names.js';

/** Formats by the name endings that are converted. */
export const ENDINGS: Readonly<Record<string, string>> = {
  docx: 'docx',
  docm: 'docx',
  dotx: 'docx',
  pptx: 'pptx',
  pptm: 'pptx',
  ppsx: 'pptx',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  xlsb: 'xlsb',
  pdf: 'pdf',
  doc: 'doc',
  ppt: 'ppt',
  xls: 'xls',
  odt: 'odt',
  ods: 'ods',
  odp: 'odp',
  rtf: 'rtf',
  epub: 'epub',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  csv: 'csv',
  tsv: 'tsv',
  eml: 'eml',
  msg: 'msg',
  ipynb: 'ipynb',
  json: 'json',
  xml: 'xml',
  txt: 'txt',
  rst: 'txt',
  fb2: 'fb2',
  zip: 'zip',
  ...Object.fromEntries(Object.keys(TEXT_LANGUAGES).map((ending) => [ending, 'txt'])),
};

/** Endings of Markdown, which is not converted on its own but may be inside a document. */
const MARKDOWN = new Set(['md', 'markdown']);

/** Returns the ending in lower case without its dot; empty if the name has none. */
export function parseEnding(name: string): string {
  return /\.([A-Za-z\d]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** Returns the format that a name indicates, or undefined. */
export function namedFormat(name: string): string | undefined {
  const ending = parseEnding(name);
  if (MARKDOWN.has(ending) || isTextName(name)) return 'txt';
  return ENDINGS[ending];
}

/**
 * Returns whether a name is that of program text. Such a name alone is not sufficient: `.ts` is also a video format.
 */
export function isProgramName(name: string): boolean {
  return Boolean(TEXT_LANGUAGES[parseEnding(name)]);
}
