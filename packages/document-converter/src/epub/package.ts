import { posix } from 'node:path';
import { type Element } from 'domhandler';
import { decodeXml } from '../input/charset.js';
import { type MediaStore } from '../input/media.js';
import { child, childElements, descendants, localName, parseXml, xmlText } from '../input/xml.js';
import { type ZipArchive } from '../input/zip.js';

/** The contents of a book according to its package document. */
export interface Book {
  /** Labels and values, such as `["Author", "Mary Shelley"]`. */
  about: (readonly [string, string])[];
  /** Texts of the metadata. */
  said: string[];
  /** Paths of pages that are not in the reading order. */
  others: string[];
  /** Paths in the archive, in reading order. */
  chapters: string[];
  /** Returns the link to a picture of the book; undefined if the path has no picture. */
  picture: (zip: ZipArchive, path: string, media: MediaStore) => string | undefined;
}

const FIELDS: readonly (readonly [string, string])[] = [
  ['title', 'Title'],
  ['creator', 'Author'],
  ['publisher', 'Publisher'],
  ['date', 'Date'],
  ['language', 'Language'],
  ['contributor', 'Contributor'],
  ['subject', 'Subject'],
  ['source', 'Source'],
  ['relation', 'Relation'],
  ['coverage', 'Coverage'],
  ['rights', 'Rights'],
  ['description', 'Description'],
];
/** Metadata elements for programs. */
const NO_TEXT = new Set('identifier format type meta link'.split(' '));

export function readBook(zip: ZipArchive): Book | undefined {
  const container = readXmlPart(zip, 'META-INF/container.xml');
  const listed = container && descendants(container, 'rootfile')[0]?.attribs['full-path'];
  const path = listed ?? zip.names.find((name) => name.endsWith('.opf'));
  const root = path === undefined ? undefined : readXmlPart(zip, path);
  if (path === undefined || root === undefined) return undefined;
  const items = new Map(
    descendants(root, 'item').map((item) => [item.attribs['id'] ?? '', item] as const),
  );
  const urls = new Map<string, string | undefined>();
  const metadata = child(root, 'metadata');
  const ordered = new Set(
    descendants(root, 'itemref').flatMap(({ attribs }) => items.get(attribs['idref'] ?? '') ?? []),
  );
  const resolveItemPath = (item: Element) => resolve(path, item.attribs['href'] ?? '');
  return {
    about: listMetadataFields(metadata),
    said: metadataElements(metadata).map(plainText),
    chapters: [...ordered].filter(isChapter).map(resolveItemPath),
    others: [...items.values()]
      .filter((item) => !ordered.has(item) && isChapter(item) && isPage(item))
      .map(resolveItemPath),
    picture: (archive, name, media) => {
      if (!urls.has(name)) {
        const bytes = archive.readSound(name);
        urls.set(name, bytes === undefined ? undefined : media.add(name, '', bytes));
      }
      return urls.get(name);
    },
  };
}

/**
 * Returns whether an item is a chapter. The table of contents is excluded: it repeats headings, with links that would
 * be broken.
 */
function isChapter({ attribs }: Element): boolean {
  const type = attribs['media-type'] ?? '';
  if ((attribs['properties'] ?? '').split(' ').includes('nav')) return false;
  return type === '' || /html|xml$/.test(type);
}

function isPage({ attribs }: Element): boolean {
  return /html/.test(attribs['media-type'] ?? '');
}

function listMetadataFields(metadata: Element | undefined): (readonly [string, string])[] {
  const elements = metadataElements(metadata);
  return FIELDS.flatMap(([name, label]) => {
    const values = elements
      .filter((each) => localName(each) === name)
      .map(plainText)
      .filter((value) => value !== '');
    return values.length === 0 ? [] : [[label, values.join(', ')] as const];
  });
}

/** Returns the metadata for readers. Older books have an additional element around it. */
function metadataElements(metadata: Element | undefined): Element[] {
  if (metadata === undefined) return [];
  return childElements(metadata)
    .flatMap((each) => (/^(?:dc|x)-metadata$/.test(localName(each)) ? childElements(each) : [each]))
    .filter((each) => !NO_TEXT.has(localName(each)));
}

function plainText(element: Element): string {
  return xmlText(element)
    .replaceAll(/<[^<>]{0,200}>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
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

function readXmlPart(zip: ZipArchive, path: string): Element | undefined {
  const bytes = zip.read(path);
  return bytes === undefined ? undefined : parseXml(decodeXml(bytes, []));
}
