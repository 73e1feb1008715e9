import { posix } from 'node:path';
import { type Element } from 'domhandler';
import { decodeXml } from '../input/charset.js';
import { type MediaStore } from '../input/media.js';
import { child, childElements, descendants, localName, parseXml, xmlText } from '../input/xml.js';
import { type ZipArchive } from '../input/zip.js';

/** The contents of a book by its package document. */
export interface Book {
  /** Such as `["Author", "Mary Shelley"]`. */
  about: (readonly [string, string])[];
  /** Paths in the archive, in reading order. */
  chapters: string[];
  /** Returns the link to a picture of the book; undefined if there is none at the path. */
  picture: (zip: ZipArchive, path: string, media: MediaStore) => string | undefined;
}

const FIELDS: readonly (readonly [string, string])[] = [
  ['title', 'Title'],
  ['creator', 'Author'],
  ['publisher', 'Publisher'],
  ['date', 'Date'],
  ['language', 'Language'],
  ['description', 'Description'],
];

export function readBook(zip: ZipArchive): Book | undefined {
  const container = xmlOf(zip, 'META-INF/container.xml');
  const listed = container && descendants(container, 'rootfile')[0]?.attribs['full-path'];
  const path = listed ?? zip.names.find((name) => name.endsWith('.opf'));
  const root = path === undefined ? undefined : xmlOf(zip, path);
  if (path === undefined || root === undefined) return undefined;
  const items = new Map(
    descendants(root, 'item').map((item) => [item.attribs['id'] ?? '', item] as const),
  );
  const urls = new Map<string, string | undefined>();
  return {
    about: aboutOf(child(root, 'metadata')),
    chapters: descendants(root, 'itemref')
      .map((reference) => items.get(reference.attribs['idref'] ?? ''))
      .filter((item) => item !== undefined)
      .filter((item) => isChapter(item))
      .map((item) => resolve(path, item.attribs['href'] ?? '')),
    picture: (archive, name, media) => {
      if (!urls.has(name)) {
        const bytes = archive.readSound(name);
        urls.set(name, bytes === undefined ? undefined : media.add(name, '', bytes));
      }
      return urls.get(name);
    },
  };
}

/** Returns whether it is a chapter. The table of contents is none: it only repeats headings, with links that lead nowhere here. */
function isChapter({ attribs }: Element): boolean {
  const type = attribs['media-type'] ?? '';
  if ((attribs['properties'] ?? '').split(' ').includes('nav')) return false;
  return type === '' || /html|xml$/.test(type);
}

function aboutOf(metadata: Element | undefined): (readonly [string, string])[] {
  if (metadata === undefined) return [];
  return FIELDS.flatMap(([name, label]) => {
    const values = childElements(metadata)
      .filter((each) => localName(each) === name)
      .map((each) =>
        xmlText(each)
          .replaceAll(/<[^<>]{0,200}>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      )
      .filter((value) => value !== '');
    return values.length === 0 ? [] : [[label, values.join(', ')] as const];
  });
}

function resolve(from: string, reference: string): string {
  let path = reference.split('#')[0] ?? '';
  try {
    path = decodeURIComponent(path);
  } catch {
    // A path with a stray percent sign is used as written.
  }
  return posix.join(posix.dirname(from), path);
}

function xmlOf(zip: ZipArchive, path: string): Element | undefined {
  const bytes = zip.read(path);
  return bytes === undefined ? undefined : parseXml(decodeXml(bytes, []));
}
