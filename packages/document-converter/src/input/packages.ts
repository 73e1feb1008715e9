import { DocumentError } from '../converted.js';
import { ZipArchive } from './zip.js';

const OPEN_DOCUMENTS: Record<string, string> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.text-template': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.spreadsheet-template': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.presentation-template': 'odp',
  'application/epub+zip': 'epub',
};

/** Returns the format of a zip archive. */
export function zipFormat(bytes: Buffer, named: string | undefined): string {
  const zip = new ZipArchive(bytes);
  const mimetype = zip.has('mimetype')
    ? zip.read('mimetype')?.toString('latin1').trim()
    : undefined;
  const open = OPEN_DOCUMENTS[mimetype ?? ''];
  if (open !== undefined) return open;
  const names = zip.names;
  const has = (start: string) => names.some((name) => name.toLowerCase().startsWith(start));
  if (names.some((name) => /^xl\/workbook\.bin$/i.test(name))) return 'xlsb';
  if (has('word/')) return 'docx';
  if (has('ppt/')) return 'pptx';
  if (has('xl/')) return 'xlsx';
  if (zip.has('META-INF/container.xml')) return 'epub';
  const kinds = ['docx', 'pptx', 'xlsx', 'odt', 'ods', 'odp', 'epub'];
  if (named !== undefined && kinds.includes(named) && has('[content_types].xml')) return named;
  if (named === 'odt' || named === 'ods' || named === 'odp') {
    if (zip.has('content.xml')) return named;
  }
  // Programs and documents of other formats are archives as well, but not collections of documents.
  const isPackage = zip.has('mimetype') || has('meta-inf/') || has('[content_types].xml');
  if (!isPackage && (named === undefined || named === 'zip')) return 'zip';
  throw new DocumentError(
    'unsupported',
    'The file is a zip archive, and not a document that is converted; upload what is in it.',
  );
}
