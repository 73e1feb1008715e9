import { Losses, quoted } from '../../input/losses.js';
import { ZipArchive } from '../../input/zip.js';
import { type Source } from '../../formats/port.js';
import { type DocumentTree } from '../../tree.js';
import { Book } from '../book.js';
import { BookPackage } from '../package.js';
import { addObjects } from './objects.js';
import { ContentReader } from './content-reader.js';
import { wholeSpace } from '../sheet.js';
import { OdsStyles } from './styles.js';

/** Reads an OpenDocument spreadsheet row by row. */
export async function readOds(source: Source): Promise<DocumentTree> {
  const losses = new Losses(source.words);
  const parts = new BookPackage(new ZipArchive(source.bytes), source.warnings, losses);
  if (parts.zip.names.some(isMacro))
    source.warnings.push('The document has macros; they were left out.');
  const styles = new OdsStyles((kind, text) => {
    if (/[\p{L}\p{N}]/u.test(text))
      losses.add(`${kind} of pages were left out`, () => quoted(text));
  });
  await parts.events('styles.xml', styles);
  const book = new Book(losses, source.warnings, wholeSpace(source.progress));
  const reader = new ContentReader(
    book,
    styles,
    losses,
    (sheet, objects) => addObjects(parts, sheet, objects, source.media),
    parts.strayIn('content.xml'),
  );
  await parts.events('content.xml', reader);
  reader.end();
  const embedded = parts.zip.names.filter((name) => /^Object \d+$/.test(name));
  for (const name of embedded) losses.add('Embedded documents were left out', () => quoted(name));
  return book.tree();
}

/** Returns whether a part is a program; every file contains lists of programs. */
function isMacro(name: string): boolean {
  if (name.startsWith('Scripts/')) return /\.(?:py|js|bsh)$/i.test(name);
  return /^Basic\/[^/]+\/[^/]+\.xml$/.test(name) && !/script-l[bc]\.xml$/.test(name);
}
