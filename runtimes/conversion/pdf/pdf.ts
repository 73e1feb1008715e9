import { DocumentError } from '../converted.js';
import { type Outcome, type Source } from '../formats/port.js';
import { readWithInspector } from './inspector.js';
import { type Page, readWithLiteParse } from './liteparse.js';
import { tidyPage } from './tidy.js';

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/gu;
const LETTERS = /\p{L}/gu;
/** One engine has lost text where it finds this much less than the other. */
const LOST = 0.6;
/** Text per page below which another engine is asked: characters. */
const LITTLE = 40;

/** The text of a PDF, page after page; a scan has none, and says so. */
export async function readPdf(source: Source): Promise<Outcome> {
  const pages = await readWithLiteParse(source);
  const markdown = join(pages.map((page) => withComments(tidyPage(page.markdown), page)));
  // The engine leaves right-to-left text in the order in which it is drawn.
  if (isRightToLeft(markdown)) return fromInspector(source, markdown);
  if (letters(markdown) < pages.length * LITTLE) return fromInspector(source, markdown);
  return { markdown };
}

/** By the other engine, where the first has crashed. */
export function readPdfAgain(source: Source): Outcome {
  return fromInspector(source, '');
}

/** What the other engine makes of it, or what there is already, if that is more. */
function fromInspector(source: Source, otherwise: string): Outcome {
  const found = readWithInspector(source.bytes);
  const markdown = tidyPage(found ?? '');
  const best = letters(markdown) >= letters(otherwise) * LOST ? markdown : otherwise;
  if (letters(best) === 0 && best.replaceAll(/\s/g, '') === '')
    throw new DocumentError(
      'unreadable',
      'The PDF has no text: it is a scan or a picture. Recognise its text first (OCR), then upload it again.',
    );
  return { markdown: best };
}

function isRightToLeft(markdown: string): boolean {
  const all = count(markdown, LETTERS);
  return all > 0 && count(markdown, RIGHT_TO_LEFT) / all > 0.3;
}

function letters(markdown: string): number {
  return count(markdown.replaceAll(/!\[[^\]]{0,999}\]\([^)]{0,999}\)/g, ''), LETTERS);
}

function count(value: string, pattern: RegExp): number {
  return value.match(pattern)?.length ?? 0;
}

/** What readers have noted on a page, after its text. */
function withComments(markdown: string, { comments }: Page): string {
  const quotes = comments
    .filter((comment) => !markdown.includes(comment))
    .map((comment) => comment.replaceAll(/^/gm, '> '));
  return [markdown, ...quotes].filter((part) => part !== '').join('\n\n');
}

/** Pages one after the other; a sentence that goes on overleaf goes on here. */
function join(pages: string[]): string {
  return pages
    .filter((page) => page.trim() !== '')
    .reduce((whole, page) => {
      if (whole === '') return page;
      const goesOn = /[\p{Ll},]$/u.test(whole) && /^[\p{Ll}]/u.test(page);
      return `${whole}${goesOn ? ' ' : '\n\n'}${page}`;
    }, '');
}
