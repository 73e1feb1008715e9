import { posix } from 'node:path';
import { DocumentError } from '../converted.js';
import { isBalanced } from '../input/balanced-xml.js';
import { Losses, quoted } from '../input/losses.js';
import { repairXml } from '../input/repair-xml.js';
import { ZipArchive } from '../input/zip.js';
import { storedZip } from '../input/zip-writer.js';
import { readWithEngine } from '../office/anydoc.js';
import { type Readable, readableDoc } from '../office/doc-text.js';
import { readableRtf } from '../office/rtf-text.js';
import { reportInnerObjects } from '../office/inner-objects.js';
import { tidyLists } from '../office/lists.js';
import { prepareOpenDocument } from '../office/open-document.js';
import { numberedPages, placesFirst } from '../office/slides.js';
import { type DocumentTree, type Note } from '../tree.js';
import { type Source } from './port.js';

/** Parts that are never read: programs, links to other files, embedded documents, and appearance. */
const LEFT_OUT =
  /(?:^|\/)(?:vbaProject|vbaData|activeX|externalLinks|embeddings|printerSettings|customXml|docProps|fontTable|fonts|theme|thumbnail|Thumbnails|stylesWithEffects|settings|webSettings|calcChain|charts\/(?:style|colors))[/\d.]/i;
/** Documents in the document, as they are in Office and in OpenDocument. */
const EMBEDDED = /(?:^|\/)embeddings\/[^/]+$/i;
/** Parts without which there is no document to read. */
const NEEDED =
  /^(?:\[content_types\]\.xml|_rels\/\.rels|content\.xml|mimetype|xl\/(?:workbook|sharedStrings)\.(?:xml|bin)|xl\/worksheets\/[^/]+\.(?:xml|bin))$/i;

/** Reads Word, PowerPoint, OpenDocument and RTF with the engine, after marking what it would lose. */
export async function readOffice(source: Source): Promise<DocumentTree> {
  const { bytes, beside } = readable(source);
  const tree = await readWithEngine(bytes, source.format, source.media);
  return { ...tree, blocks: [...tidyLists(tree.blocks), ...beside] };
}

/** Returns a document that is no archive, without what its reader does not see, and with what the engine would lose marked or beside it. */
function readable({ bytes, format, warnings }: Source): Readable {
  if (format === 'rtf') return { bytes: readableRtf(bytes, warnings), beside: [] };
  if (format === 'doc' || format === 'ppt') reportInnerObjects(bytes, format, warnings);
  return format === 'doc' ? readableDoc(bytes, warnings) : { bytes, beside: [] };
}

/** Reads a document again with a fallback parser, without what its reader does not see. */
export async function readSeen(
  source: Source,
  parse: (source: Source) => DocumentTree | Promise<DocumentTree>,
): Promise<DocumentTree> {
  const { bytes, format, warnings } = source;
  const { bytes: seen, beside } =
    format === 'rtf'
      ? { bytes: readableRtf(bytes, warnings, false), beside: [] }
      : readableDoc(bytes, warnings);
  const tree = await parse({ ...source, bytes: seen });
  return { ...tree, blocks: [...tree.blocks, ...beside] };
}

export async function readZipped(source: Source): Promise<DocumentTree> {
  const parts = checked(source);
  const ready = prepared(source, parts);
  const tree = await readOffice({ ...source, bytes: storedZip(ready.parts) });
  return { blocks: placesFirst(tree.blocks), notes: [...tree.notes, ...ready.notes] };
}

/**
 * Unpacks an archive within its limits, without parts that are never read: every byte that the engine gets, packed again, was
 * counted, and all sizes are true.
 */
function checked(source: Source): Map<string, Buffer> {
  const zip = new ZipArchive(source.bytes);
  const names = zip.names.filter((name) => !name.endsWith('/'));
  const losses = new Losses();
  if (names.some((name) => /vbaProject\.bin$/i.test(name)))
    source.warnings.push('The document has macros; they were left out.');
  const charts = chartData(zip);
  for (const name of names.filter(
    (each) => EMBEDDED.test(each) && !charts.has(posix.basename(each)),
  ))
    losses.add('Embedded documents were left out', () => quoted(name));
  const parts = new Map<string, Buffer>();
  for (const name of names.filter((each) => !LEFT_OUT.test(each))) {
    const part = partOf(zip, name, losses);
    if (part !== undefined) parts.set(name, wellFormed(name, part, source));
  }
  if (parts.size === 0) throw new DocumentError('unreadable', 'The document is empty.');
  losses.report(source.warnings);
  return parts;
}

/** Returns the names of the workbooks with the data of charts: the engine reads the data in the chart itself. */
function chartData(zip: ZipArchive): Set<string> {
  const links = zip.names.filter((name) => /\/charts\/_rels\/[^/]+\.rels$/i.test(name));
  const xml = links.map((name) => zip.readSound(name)?.toString('utf8') ?? '').join('');
  const targets = xml.matchAll(/\sTarget\s*=\s*"([^"]*)"/g);
  return new Set(Array.from(targets, ([, target = '']) => posix.basename(target)));
}

/** Returns a part; undefined where it is damaged and the document can be read without it. */
function partOf(zip: ZipArchive, name: string, losses: Losses): Buffer | undefined {
  const part = NEEDED.test(name) ? zip.read(name) : zip.readSound(name);
  if (part === undefined)
    losses.add('Damaged parts of the document were left out', () => quoted(name));
  return part;
}

const DAMAGED = 'The document is damaged: what could be read of it was kept.';

/** Returns a part as it is, or with its broken XML repaired. */
function wellFormed(name: string, part: Buffer, { warnings }: Source): Buffer {
  if (!/\.(?:xml|rels)$/i.test(name) || isBalanced(part)) return part;
  const repaired = repairXml(part.toString('utf8'));
  if (repaired === undefined) return part;
  if (!warnings.includes(DAMAGED)) warnings.push(DAMAGED);
  return Buffer.from(repaired, 'utf8');
}

/** Returns the parts with what the engine would lose written as text, and notes that it does not know. */
function prepared(
  { format, warnings }: Source,
  parts: Map<string, Buffer>,
): { parts: Map<string, Buffer>; notes: Note[] } {
  if (format !== 'odt' && format !== 'odp') return { parts, notes: [] };
  const ready = prepareOpenDocument(parts, warnings);
  if (format === 'odp') change(ready.parts, 'content.xml', numberedPages);
  return ready;
}

function change(parts: Map<string, Buffer>, name: string, edit: (xml: string) => string): void {
  const part = parts.get(name);
  if (part !== undefined) parts.set(name, Buffer.from(edit(part.toString('utf8')), 'utf8'));
}
