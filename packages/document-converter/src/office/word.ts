// Fallback parser for Word documents.
import mammoth from 'mammoth';
import { DocumentError } from '../converted.js';
import { type Source } from '../formats/port.js';
import { readHtml, webResolver } from '../html/html.js';
import { ZipArchive } from '../input/zip.js';
import { type DocumentTree } from '../tree.js';

export async function readWord(source: Source): Promise<DocumentTree> {
  new ZipArchive(source.bytes).checkAll();
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: source.bytes },
      { externalFileAccess: false },
    );
    source.warnings.push(
      'The fallback parser has read the document: formulas, comments and signs of fonts may be missing, and hidden text may be kept.',
    );
    return { blocks: readHtml(value, webResolver(source.media), source.warnings), notes: [] };
  } catch {
    throw new DocumentError('unreadable', 'The document is damaged: its content cannot be read.');
  }
}
