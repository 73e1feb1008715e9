/**
 * What the converters of `packages/document-converter/src/convert.ts` report of themselves, so that the server knows it without starting
 * one. A test keeps the two in step.
 */
export const CONVERTER_VERSION = '4';

export const FORMATS: readonly string[] = [
  'docx',
  'docm',
  'dotx',
  'pptx',
  'pptm',
  'ppsx',
  'xlsx',
  'xlsm',
  'xlsb',
  'pdf',
  'doc',
  'ppt',
  'xls',
  'odt',
  'ods',
  'odp',
  'rtf',
  'epub',
  'html',
  'htm',
  'xhtml',
  'csv',
  'tsv',
  'eml',
  'msg',
  'ipynb',
  'json',
  'xml',
  'txt',
];
