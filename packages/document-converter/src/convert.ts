import { WordCount } from './count/word-count.js';
import { type Converted, type ConvertOptions, DocumentError } from './converted.js';
import { detect } from './detect.js';
import { ENDINGS } from './endings.js';
import { CONVERTERS } from './formats.js';
import { type InnerBudget, innerBudget, innerReader } from './formats/inner.js';
import { type Converter, type Inner, type Outcome, type Source } from './formats/port.js';
import { Losses, quoted } from './input/losses.js';
import { MediaStore } from './input/media.js';
import { withoutPlaces } from './markdown/places.js';
import { renderTree } from './markdown/render.js';
import { type DocumentTree } from './tree.js';

/**
 * Version of the conversion, increased whenever a document may yield different Markdown, so that documents can be
 * converted again.
 */
export const CONVERTER_VERSION = '10';

/** Name endings of documents that are converted, without the dot. */
export const FORMATS: readonly string[] = Object.keys(ENDINGS);

/**
 * Converts a document to Markdown. The format is detected from the content, or from the name if the content is
 * ambiguous.
 *
 * @param name original file name, such as `Report 2026.docx`
 * @throws DocumentError with the reason if the document cannot be converted
 */
export async function convert(
  bytes: Buffer,
  name: string,
  options: ConvertOptions,
): Promise<Converted> {
  const media = new MediaStore(options.mediaPath);
  const warnings: string[] = [];
  const { charset, recognise, progress } = options;
  const budget = innerBudget();
  const outer = { media, warnings, recognise };
  const source = { ...createSource(bytes, name, outer, budget, 0), charset, progress };
  const markdown = tidy((await run(source, options.fallback)).markdown);
  if (isEmpty(markdown)) throw new DocumentError('unreadable', 'The document has no text.');
  return {
    format: source.format,
    markdown,
    media: media.media,
    warnings: [...warnings, ...media.warnings],
  };
}

/** A document whose words are counted by each converter that reads it. */
type Counted = Omit<Source, 'words'>;

function createSource(
  bytes: Buffer,
  name: string,
  outer: Pick<Source, 'media' | 'warnings' | 'recognise'>,
  budget: InnerBudget,
  depth: number,
): Counted {
  if (bytes.length === 0) throw new DocumentError('unreadable', 'The file is empty.');
  const read = async (inner: Inner, warnings: string[], deeper: number) => {
    const { media, recognise } = outer;
    const within = { media, warnings, recognise };
    const source = createSource(inner.bytes, inner.name, within, budget, deeper);
    return toDocumentTree(await run(source, false));
  };
  const readInner = innerReader(outer, budget, depth, read);
  return { bytes, name, format: detect(bytes, name), ...outer, readInner };
}

interface Result {
  outcome: Outcome;
  markdown: string;
}

/**
 * Uses the first engine, or the fallback parser if that was requested or the first engine cannot read the document.
 */
async function run(source: Counted, again: boolean): Promise<Result> {
  const converter = CONVERTERS[source.format];
  if (converter === undefined)
    throw new DocumentError(
      'unsupported',
      `Documents of the format ${source.format} are not converted.`,
    );
  const { convert: first, fallback: second } = converter;
  if (second === undefined) return await convertSource(first, source);
  if (again) return await convertSource(second, source);
  let reason = new DocumentError('unreadable', 'The document has no text.');
  try {
    const result = await convertSource(first, source);
    if (!isEmpty(result.markdown)) return result;
  } catch (error) {
    if (!(error instanceof DocumentError) || error.code === 'unsupported') throw error;
    reason = error;
  }
  const warnings = source.warnings.length;
  try {
    const result = await convertSource(second, source);
    if (!isEmpty(result.markdown)) return result;
  } catch {
    // The first engine's reason is kept: it reads more documents than the fallback parser.
  }
  source.warnings.length = warnings;
  throw reason;
}

/**
 * Number of characters that are checked first: most documents have text there, and copying a large document doubles
 * its memory.
 */
const HEAD = 4096;

function isEmpty(markdown: string): boolean {
  const head = markdown.slice(0, markdown.indexOf('\n', HEAD) + 1);
  if (withoutPlaces(head).trim() !== '') return false;
  return withoutPlaces(markdown).trim() === '';
}

/** Converts a document and reports text that is missing from the result. */
async function convertSource(convertIt: Converter['convert'], source: Counted): Promise<Result> {
  const words = new WordCount();
  const readInner: Source['readInner'] = async (inner, level) => {
    const tree = await source.readInner(inner, level);
    // The first block is the document's name.
    if (tree !== undefined) words.ownTree({ ...tree, blocks: tree.blocks.slice(1) });
    return tree;
  };
  const outcome = await convertIt({ ...source, words, readInner });
  const losses = new Losses();
  for (const { place, text } of await words.lost(outcome))
    losses.add('Text of an unknown kind was left out', () => `${quoted(text)} in ${place}`);
  losses.report(source.warnings);
  return { outcome, markdown: 'markdown' in outcome ? outcome.markdown : renderTree(outcome) };
}

/** Returns a document that is part of another. One without text is refused, like a stand-alone document. */
function toDocumentTree({ outcome, markdown }: Result): DocumentTree {
  if (isEmpty(markdown)) throw new DocumentError('unreadable', 'The document has no text.');
  if (!('markdown' in outcome)) return outcome;
  return { blocks: [{ kind: 'markdown', text: markdown }], notes: [] };
}

/** ASCII text is always NFC; checking other text takes twice its memory. */
const NOT_ASCII = /[^\0-\x7f]/;

/** Removes characters that are not text and normalizes differences between systems. */
function tidy(markdown: string): string {
  const text = (NOT_ASCII.test(markdown) ? markdown.toWellFormed().normalize('NFC') : markdown)
    .replaceAll(/\r\n?/g, '\n')
    // Control characters except tab and newline, and byte order marks, which are invisible and break programs.
    .replaceAll(/(?![\t\n])\p{Cc}|[\ufeff\ufffe\uffff]/gu, '')
    .replaceAll(/\n{4,}/g, '\n\n\n');
  return `${text.replace(/^\n+/, '').trimEnd()}\n`;
}
