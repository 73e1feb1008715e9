/** Name endings that are converted, with the format of each. */
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
};

/** Returns the ending in lower case without its dot; empty if the name has none. */
export function endingOf(name: string): string {
  return /\.([A-Za-z\d]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
