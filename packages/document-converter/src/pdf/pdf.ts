import { DocumentError } from '../converted.js';
import { type Outcome, type Source } from '../formats/port.js';
import { placeMark, withoutPlaces } from '../markdown/places.js';
import { renderTree } from '../markdown/render.js';
import { type Block, paragraph } from '../tree.js';
import { readPageWithInspector, readPagesWithInspector } from './inspector.js';
import { layOut } from './layout/document.js';
import { type Page, readWithLiteParse } from './liteparse.js';
import { pageRanges } from './page-ranges.js';
import { recognisePages } from './recognise.js';
import { tidyPage } from './tidy.js';

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/gu;
const LETTERS = /\p{L}/gu;
const TEXT = /[\p{L}\p{N}]/u;
const PICTURES = /!\[[^\]]{0,999}\]\([^)]{0,999}\)/g;
/** An engine has lost text if it finds this much less than the other. */
const LOST = 0.6;

/** Returns the text of a PDF, page after page; a scan has none, and is refused with that reason. */
export async function readPdf(source: Source): Promise<Outcome> {
  const pages = await readWithLiteParse(source);
  const silent = silentPages(pages);
  const recognised =
    source.recognise === undefined
      ? new Map<number, Block[]>()
      : await recognisePages(source.bytes, silent, source.recognise, source.warnings);
  if (source.recognise === undefined) reportSilent(silent, pages.length, source.warnings);
  const markdown = pagesToMarkdown(pages, source, recognised);
  // The engine leaves right-to-left text in drawing order.
  if (isRightToLeft(markdown)) return fromInspector(source, markdown, LOST);
  return orRefused(markdown);
}

/** Reads it with the fallback parser, after the first engine has crashed. */
export function readPdfWithFallback(source: Source): Outcome {
  return fromInspector(source, '', LOST);
}

function pagesToMarkdown(
  pages: Page[],
  { bytes, warnings }: Source,
  recognised: ReadonlyMap<number, Block[]>,
): string {
  const { pages: laid, repeated, numbered } = layOut(pages.map(({ content }) => content));
  const pagesOf = (found: ReadonlySet<number>) => pageRanges([...found].map((at) => at + 1));
  if (repeated.size > 0)
    warnings.push(
      `Headers and footers that repeat are kept where they are first, and left out of ${pagesOf(repeated)}.`,
    );
  if (numbered.size > 0) warnings.push(`Page numbers are left out of ${pagesOf(numbered)}.`);
  const slanted = pages.flatMap(({ hasSlanted }, index) => (hasSlanted ? [index + 1] : []));
  if (slanted.length > 0)
    warnings.push(`Text that is aslant, as of a stamp, is left out of ${pageRanges(slanted)}.`);
  const texts = pages.map((page, at) => {
    // Lines that run up or down a page are not laid out here.
    const turned = page.turned ? readPageWithInspector(bytes, at) : undefined;
    const notes = [
      ...page.aside.map((text) => paragraph(text)),
      ...page.comments.map(commentBlock),
    ];
    return turned === undefined
      ? renderTree({
          blocks: [...(recognised.get(at + 1) ?? []), ...(laid[at] ?? []), ...notes],
          notes: [],
        })
      : tidyPage(turned);
  });
  return joinPages(texts).replaceAll(UNREADABLE, '');
}

/** Returns the pages on which something is drawn and nothing written. */
function silentPages(pages: readonly Page[]): number[] {
  return pages.flatMap(({ drawn, content, aside }, index) =>
    drawn && ![...content.pieces.map(({ text }) => text), ...aside].some((text) => TEXT.test(text))
      ? [index + 1]
      : [],
  );
}

/** Warns of pages without text, if others have some: a document of no others is refused. */
function reportSilent(silent: readonly number[], pages: number, warnings: string[]): void {
  if (silent.length === 0 || silent.length === pages) return;
  const named = pageRanges(silent);
  const are = silent.length === 1 ? 'has no text: it is a scan' : 'have no text: they are scans';
  warnings.push(
    `${named.charAt(0).toUpperCase()}${named.slice(1)} ${are} or drawn. Recognise the text first (OCR), then upload the document again.`,
  );
}

/** Joins the texts of all pages, each after the mark of its place, which may stand in a list of the page before. */
function joinPages(texts: string[]): string {
  const marked = new Set(texts.flatMap((text) => text.match(WITHIN)?.map((each) => each.trim())));
  return texts
    .map((text, index) => {
      const mark = placeMark('page', index + 1);
      return marked.has(mark) ? text : `${mark}\n\n${text}`.trimEnd();
    })
    .filter((page) => page !== '')
    .join('\n\n');
}

const WITHIN = /^[ \t]+<!-- page \d+ -->$/gm;

/** Symbols of private fonts and control characters, which mean nothing without their font. */
const UNREADABLE = /[\u0080-\u0084\u0086-\u009f\ue000-\uf8ff]/g;

/** Returns the comment of a reader on a page, which follows its text. */
function commentBlock(comment: string): Block {
  return { kind: 'quote', blocks: comment.split(/\n+/).map((line) => paragraph(line)) };
}

/**
 * Returns the fallback parser's Markdown, or the existing one.
 * @param least share of the existing letters that the fallback parser must find
 */
function fromInspector(source: Source, otherwise: string, least: number): Outcome {
  const markdown = joinPages(readPagesWithInspector(source.bytes).map((page) => tidyPage(page)));
  const best = letters(markdown) >= letters(otherwise) * least ? markdown : otherwise;
  return orRefused(best);
}

function orRefused(markdown: string): Outcome {
  if (withoutPictures(withoutPlaces(markdown)).trim() === '')
    throw new DocumentError(
      'unreadable',
      'The PDF has no text: it is a scan or a picture. Recognise its text first (OCR), then upload it again.',
    );
  return { markdown };
}

function isRightToLeft(markdown: string): boolean {
  const found = count(markdown, RIGHT_TO_LEFT);
  return found > 0 && found / letters(markdown) > 0.3;
}

function letters(markdown: string): number {
  return count(withoutPictures(withoutPlaces(markdown)), LETTERS);
}

function withoutPictures(markdown: string): string {
  return markdown.replaceAll(PICTURES, '');
}

function count(value: string, pattern: RegExp): number {
  return value.match(pattern)?.length ?? 0;
}
