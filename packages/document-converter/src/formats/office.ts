import { DocumentError } from '../converted.js';
import { isBalanced, repairXml } from '../input/repair-xml.js';
import { ZipArchive } from '../input/zip.js';
import { storedZip } from '../input/zip-writer.js';
import { readWithEngine } from '../office/anydoc.js';
import { docxComments } from '../office/comments.js';
import { DOCX_TEXTS, isCounted, markDocx } from '../office/docx.js';
import { markPositions } from '../office/positions.js';
import { tidyLists } from '../office/lists.js';
import { tidySheets } from '../office/sheets.js';
import { showDates } from '../office/shown.js';
import { numberedPages, numberedSlide, placesFirst, slideNames } from '../office/slides.js';
import { legacySheetNames, sheetNames } from '../office/workbook.js';
import { type Block, type DocumentTree, heading, place, plainText } from '../tree.js';
import { type Source } from './port.js';

/** Parts that are never read: programs, links to other files, embedded documents, and appearance. */
const LEFT_OUT =
  /(?:^|\/)(?:vbaProject|vbaData|activeX|externalLinks|embeddings|printerSettings|customXml|fonts|theme|thumbnail|Thumbnails|stylesWithEffects|webSettings|calcChain)[/\d.]/i;
const SLIDE_TEXTS = /^ppt\/(?:slides|notesSlides)\/[^/]+\.xml$/;

/** Reads Word, PowerPoint, OpenDocument and RTF with the engine, after marking what it would lose. */
export async function readOffice(source: Source): Promise<DocumentTree> {
  const tree = await readWithEngine(source.bytes, source.format, source.media);
  return { ...tree, blocks: tidyLists(tree.blocks) };
}

export async function readZipped(source: Source): Promise<DocumentTree> {
  const { zip, bytes } = checked(source);
  const tree = await readOffice({ ...source, bytes });
  if (source.format !== 'docx') return { ...tree, blocks: placesFirst(tree.blocks) };
  const xml = zip.read('word/document.xml')?.toString('utf8') ?? '';
  return {
    blocks: tree.blocks.map((block) => withoutNumber(block, xml)),
    notes: [...tree.notes, ...docxComments(zip)],
  };
}

export async function readSheets(source: Source): Promise<DocumentTree> {
  if (source.format === 'xls')
    return withSheets(await datedSheets(source), legacySheetNames(source.bytes));
  const { zip, bytes } = checked(source);
  const names = sheetNames(zip);
  return withSheets(await datedSheets({ ...source, bytes }), names);
}

async function datedSheets(source: Source): Promise<DocumentTree> {
  const tree = tidySheets(await readOffice(source));
  return source.format === 'ods' ? tree : showDates(tree, source.bytes);
}

/**
 * Unpacks an archive within its limits and packs it again, without parts that are never read: every byte that the engine gets
 * was counted, and all sizes are true.
 */
function checked(source: Source): { zip: ZipArchive; bytes: Buffer } {
  const zip = new ZipArchive(source.bytes);
  const kept = zip.names.filter((name) => !name.endsWith('/') && !LEFT_OUT.test(name));
  if (zip.names.some((name) => /vbaProject\.bin$/i.test(name)))
    source.warnings.push('The document has macros; they were left out.');
  if (kept.length === 0) throw new DocumentError('unreadable', 'The document is empty.');
  const slides = source.format === 'pptx' ? slideNames(zip) : [];
  const parts = kept.map((name) => {
    const part = wellFormed(name, zip.read(name) ?? Buffer.alloc(0), source);
    return [name, prepared(name, part, source.format, slides.indexOf(name) + 1)] as const;
  });
  return { zip, bytes: storedZip(parts) };
}

const DAMAGED = 'The document is damaged: what could be read of it was kept.';

/** Returns a part as it is, or with its broken XML repaired. */
function wellFormed(name: string, part: Buffer, { warnings }: Source): Buffer {
  if (!/\.(?:xml|rels)$/i.test(name)) return part;
  const xml = part.toString('utf8');
  if (isBalanced(xml)) return part;
  const repaired = repairXml(xml);
  if (repaired === undefined) return part;
  if (!warnings.includes(DAMAGED)) warnings.push(DAMAGED);
  return Buffer.from(repaired, 'utf8');
}

/** @param slide number of the slide that the part is; 0 for any other part */
function prepared(name: string, part: Buffer, format: string, slide: number): Buffer {
  if (DOCX_TEXTS.test(name)) return Buffer.from(markDocx(part.toString('utf8')), 'utf8');
  if (format === 'odp' && name === 'content.xml')
    return Buffer.from(numberedPages(part.toString('utf8')), 'utf8');
  if (!SLIDE_TEXTS.test(name)) return part;
  const xml = markPositions(part.toString('utf8'), 'a:r');
  return Buffer.from(slide > 0 ? numberedSlide(xml, slide) : xml, 'utf8');
}

/** Removes numbers that Word counts: they are not in the text, and would be wrong as soon as a section moves. */
function withoutNumber(block: Block, xml: string): Block {
  const first = block.kind === 'heading' ? block.content[0] : undefined;
  if (block.kind !== 'heading' || first?.kind !== 'text' || !isCounted(first.text, xml))
    return block;
  return { ...block, content: block.content.slice(1) };
}

/**
 * Adds where each sheet begins; and the sheet's name if there is only one: the engine names sheets of several only, but readers cite
 * it too.
 */
function withSheets(tree: DocumentTree, names: string[]): DocumentTree {
  const [name = ''] = names;
  const named = tree.blocks.some((block) => block.kind === 'heading' && block.level <= 2);
  if (!named && names.length === 1 && name !== '' && tree.blocks.length > 0)
    return { ...tree, blocks: [place('sheet', 1), heading(2, name), ...tree.blocks] };
  let next = 0;
  const blocks = tree.blocks.flatMap((block): Block[] => {
    const at = block.kind === 'heading' ? names.indexOf(plainText(block.content), next) : -1;
    if (at < 0) return [block];
    next = at + 1;
    return [place('sheet', next), block];
  });
  return { ...tree, blocks };
}
