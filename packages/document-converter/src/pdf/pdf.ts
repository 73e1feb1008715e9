import { DocumentError } from '../converted.js';
import { type Outcome, type Source } from '../formats/port.js';
import { placeMark } from '../markdown/places.js';
import { renderTree } from '../markdown/render.js';
import { type Block, paragraph } from '../tree.js';
import { layOut } from './layout/document.js';
import { hasLetters, type Page } from './page.js';
import { capitalised, pageRanges } from './page-ranges.js';
import { type ReadPages, readPages, readTexts } from './read.js';
import { recognisePages } from './recognise.js';

const PICTURES = /!\[[^\]]{0,999}\]\([^)]{0,999}\)/g;

/** Returns the text of a PDF page by page; a scan has none and is refused with that reason. */
export async function readPdf(source: Source): Promise<Outcome> {
  const { pages, bytes, unread } = await readPages(source);
  // Pages with drawings but without text.
  const isSilent = (page: Page, number: number) =>
    page.drawn && !hasLetters(page) && !unread.has(number);
  const silent = pages.flatMap((page, at) => (isSilent(page, at + 1) ? [at + 1] : []));
  const { recognise, warnings, progress } = source;
  if (recognise === undefined) reportSilent(silent, pages.length, warnings);
  // All other pages have been read at this point.
  const read = pages.length - silent.length;
  const onPage = (count: number): void => progress?.(read + count, pages.length, 'pages');
  const recognised =
    recognise && (await recognisePages(bytes, silent, recognise, warnings, onPage));
  return pagesToMarkdown(pages, source, { recognised, unread });
}

/**
 * Reads a PDF with the text engine only, after the other one has crashed: without pictures, and with tables detected
 * by position.
 */
export async function readPdfWithFallback(source: Source): Promise<Outcome> {
  return pagesToMarkdown(await readTexts(source), source);
}

function pagesToMarkdown(
  pages: Page[],
  { warnings, progress }: Source,
  {
    recognised,
    unread,
  }: { recognised?: ReadonlyMap<number, Block[]> | undefined; unread?: ReadPages['unread'] } = {},
): Outcome {
  const { pages: laid, repeated, numbered } = layOut(pages.map(({ content }) => content));
  // Stamps and marginal text that repeat on pages are kept once, like headers.
  const stamps = new Set<string>();
  const left = new Set(repeated);
  const texts = pages.map((page, at) => {
    progress?.(at, pages.length, 'pages');
    const { comments } = page;
    const aside = [...page.aside, ...page.described];
    if (aside.some((text) => stamps.has(text))) left.add(at);
    const stamped = aside.filter((text) => !stamps.has(text)).map((text) => paragraph(text));
    for (const text of aside) stamps.add(text);
    const notes = [
      ...stamped,
      ...comments.map((comment): Block => ({
        kind: 'quote',
        blocks: comment.split(/\n+/).map((line) => paragraph(line)),
      })),
    ];
    return renderTree({
      blocks: [...(recognised?.get(at + 1) ?? []), ...(laid[at] ?? []), ...notes],
      notes: [],
    });
  });
  const formatPages = (found: ReadonlySet<number>) => pageRanges([...found].map((at) => at + 1));
  if (left.size > 0)
    warnings.push(
      `Headers and footers that repeat are kept where they are first, and left out of ${formatPages(left)}.`,
    );
  if (numbered.size > 0) warnings.push(`Page numbers are left out of ${formatPages(numbered)}.`);
  if (texts.every((text) => text.replaceAll(UNREADABLE, '').replaceAll(PICTURES, '').trim() === ''))
    throw new DocumentError('unreadable', withoutText(unread));
  return { markdown: joinPages(texts).replaceAll(UNREADABLE, '') };
}

/** Returns the reason why a document has no text. */
function withoutText(unread: ReadPages['unread'] = new Map()): string {
  const [first] = unread;
  if (first === undefined)
    return 'The PDF has no text: it is a scan or a picture. Recognise its text first (OCR), then upload it again.';
  const [page, reason] = first;
  return `The PDF has no text that can be read. Page ${page} could not be read: ${reason}.`;
}

/** Warns about pages without text if others have some; a document without any text is refused. */
function reportSilent(silent: readonly number[], pages: number, warnings: string[]): void {
  if (silent.length === 0 || silent.length === pages) return;
  const are = silent.length === 1 ? 'has no text: it is a scan' : 'have no text: they are scans';
  warnings.push(
    `${capitalised(pageRanges(silent))} ${are} or drawn. Recognise the text first (OCR), then upload the document again.`,
  );
}

/** Joins the texts of all pages, each after its page mark, which may be inside a list of the previous page. */
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

/** Symbols of private fonts and control characters, which have no meaning without their font. */
const UNREADABLE = /[\u0080-\u0084\u0086-\u009f\ue000-\uf8ff]/g;
