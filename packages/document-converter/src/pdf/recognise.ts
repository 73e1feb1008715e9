// Pages that are pictures. The host recognises their text, if it can.
import { engineFor } from '../engines.js';
import { type Recognise } from '../converted.js';
import { type Block, paragraph, text } from '../tree.js';
import { pageRanges } from './page-ranges.js';

/** Resolution in dots per inch, sufficient for print of usual size. */
const DPI = 200;

/**
 * Requests the text of pages one after the other and returns the blocks of each page. Failures are reported, and noted
 * on their pages.
 */
export async function recognisePages(
  bytes: Buffer,
  pages: readonly number[],
  recognise: Recognise,
  warnings: string[],
  onPage: (count: number) => void,
): Promise<Map<number, Block[]>> {
  const { LiteParse } = engineFor('liteparse', 'pdf');
  const engine = new LiteParse({ dpi: DPI, ocrEnabled: false, quiet: true });
  const found = new Map<number, Block[]>();
  const recognised: number[] = [];
  const failed = new Map<string, number[]>();
  for (const [count, page] of pages.entries()) {
    onPage(count);
    const picture = await engine.screenshot(bytes, [page]).then(
      ([drawn]) => drawn?.imageBuffer,
      () => undefined,
    );
    const result =
      picture === undefined ? { failure: 'the page cannot be drawn' } : await recognise(picture);
    if (!('failure' in result) && /[\p{L}\p{N}]/u.test(result.text)) {
      recognised.push(page);
      found.set(page, [note('recognised in its picture:'), ...paragraphs(result.text)]);
      continue;
    }
    const failure = 'failure' in result ? result.failure : 'no text was found';
    failed.set(failure, [...(failed.get(failure) ?? []), page]);
    found.set(page, [note('not recognised.')]);
  }
  if (recognised.length > 0)
    warnings.push(
      `The text of ${pageRanges(recognised)} was recognised in pictures (OCR): it may have errors.`,
    );
  for (const [failure, those] of failed)
    warnings.push(`The text of ${pageRanges(those)} was not recognised: ${failure}.`);
  return found;
}

function note(said: string): Block {
  return paragraph(text(`The text of this page was ${said}`, { italic: true }));
}

/**
 * Returns the paragraphs of recognised text, which are separated by empty lines and keep the line breaks of the page.
 */
function paragraphs(recognised: string): Block[] {
  return recognised.split(/\n(?:[ \t\f]*\n)+/).flatMap((part) => {
    const lines = part.split(/[\n\f]/).flatMap((line) => line.trim() || []);
    const content = lines.flatMap((line) => [{ kind: 'break' } as const, text(line)]).slice(1);
    return content.length === 0 ? [] : [{ kind: 'paragraph', content } as const];
  });
}
