import { posix } from 'node:path';
import { DocumentError } from '../converted.js';
import { type Source } from '../formats/port.js';
import { readHtml } from '../html/html.js';
import { asHtml } from '../html/xhtml.js';
import { decodeXml } from '../input/charset.js';
import { Losses, quoted } from '../input/losses.js';
import { safeUrl } from '../input/urls.js';
import { ZipArchive } from '../input/zip.js';
import { type Block, type DocumentTree, type Inline, paragraph, text } from '../tree.js';
import { type Book, readBook } from './package.js';

/** Returns a book: its metadata, then its chapters in reading order. */
export function readEpub(source: Source): DocumentTree {
  const zip = new ZipArchive(source.bytes);
  const book = readBook(zip);
  if (book === undefined)
    throw new DocumentError('unreadable', 'The book is damaged: its list of contents is missing.');
  const { words, warnings } = source;
  words.source('the description of the book', () => book.said);
  for (const [name] of book.about) words.own(name);
  const chapters = book.chapters.flatMap((path) => chapterBlocks(zip, book, path, source));
  if (chapters.length === 0)
    throw new DocumentError('unreadable', 'The book has no chapter that can be read.');
  const losses = new Losses(words);
  for (const path of book.others)
    losses.add('Pages that are not in the order of the book were left out', () => quoted(path));
  losses.report(warnings);
  return { blocks: [...aboutBlocks(book), ...chapters], notes: [] };
}

function aboutBlocks({ about }: Book): Block[] {
  if (about.length === 0) return [];
  const content = about.flatMap(([name, value], index): Inline[] => {
    const field = [text(`${name}:`, { bold: true }), text(` ${value}`)];
    return index === 0 ? field : [{ kind: 'break' }, ...field];
  });
  return [paragraph(...content)];
}

function chapterBlocks(zip: ZipArchive, book: Book, path: string, source: Source): Block[] {
  const bytes = zip.readSound(path);
  if (bytes === undefined) {
    source.warnings.push(`A chapter of the book is missing or damaged: ${path.slice(0, 200)}.`);
    return [];
  }
  const inBook = (reference: string) => posix.join(posix.dirname(path), decode(reference));
  const links = {
    // A link within the book would point to a file that does not exist.
    link: (href: string) => (/^[A-Za-z][\w+.-]*:/.test(href.trim()) ? safeUrl(href) : undefined),
    image: (src: string) => book.picture(zip, inBook(src), source.media),
  };
  const html = asHtml(decodeXml(bytes, source.warnings));
  return readHtml(html, links, source, quoted(path));
}

function decode(reference: string): string {
  const path = reference.split('#')[0] ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
