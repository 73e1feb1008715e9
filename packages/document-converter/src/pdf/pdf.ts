import { DocumentError } from '../converted.js';
import { type Outcome, type Source } from '../formats/port.js';
import { renderTree } from '../markdown/render.js';
import { type Block, paragraph } from '../tree.js';
import { readWithInspector } from './inspector.js';
import { layOut } from './layout/document.js';
import { type Page, readWithLiteParse } from './liteparse.js';
import { pageRanges } from './page-ranges.js';
import { tidyPage } from './tidy.js';

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/gu;
const LETTERS = /\p{L}/gu;
/** An engine has lost text if it finds this much less than the other. */
const LOST = 0.6;

/** Returns the text of a PDF, page after page; a scan has none, and is refused with that reason. */
export async function readPdf(source: Source): Promise<Outcome> {
  const pages = await readWithLiteParse(source);
  const markdown = pagesToMarkdown(pages, source);
  // The engine leaves right-to-left text in drawing order.
  if (isRightToLeft(markdown)) return fromInspector(source, markdown, LOST);
  return orRefused(markdown);
}

/** Reads it with the fallback parser, after the first engine has crashed. */
export function readPdfWithFallback(source: Source): Outcome {
  return fromInspector(source, '', LOST);
}

function pagesToMarkdown(pages: Page[], { bytes, warnings }: Source): string {
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
  return pages
    .map((page, at) => {
      // Lines that run up or down a page are not laid out here.
      const turned = page.turned ? readWithInspector(bytes, at + 1) : undefined;
      const notes = [
        ...page.aside.map((text) => paragraph(text)),
        ...page.comments.map(commentBlock),
      ];
      return turned === undefined
        ? renderTree({ blocks: [...(laid[at] ?? []), ...notes], notes: [] })
        : tidyPage(turned);
    })
    .filter((page) => page.trim() !== '')
    .join('\n\n')
    .replaceAll(UNREADABLE, '');
}

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
  const found = readWithInspector(source.bytes);
  const markdown = tidyPage(found ?? '');
  const best = letters(markdown) >= letters(otherwise) * least ? markdown : otherwise;
  return orRefused(best);
}

function orRefused(markdown: string): Outcome {
  if (withoutPictures(markdown).trim() === '')
    throw new DocumentError(
      'unreadable',
      'The PDF has no text: it is a scan or a picture. Recognise its text first (OCR), then upload it again.',
    );
  return { markdown };
}

function isRightToLeft(markdown: string): boolean {
  const found = count(markdown, RIGHT_TO_LEFT);
  return found > 0 && found / count(markdown, LETTERS) > 0.3;
}

function letters(markdown: string): number {
  return count(withoutPictures(markdown), LETTERS);
}

function withoutPictures(markdown: string): string {
  return markdown.replaceAll(/!\[[^\]]{0,999}\]\([^)]{0,999}\)/g, '');
}

function count(value: string, pattern: RegExp): number {
  return value.match(pattern)?.length ?? 0;
}
