// Pages that are pictures: their text comes from a program of the host, if it has one.
import { engineFor } from '../engines.js';
import { type Recognise } from '../converted.js';
import { type Block, paragraph, text } from '../tree.js';
import { pageRanges } from './page-ranges.js';

/** Enough for print of usual size, in dots per inch. */
const DPI = 200;

/** Asks for the text of pages, one after the other. Returns the blocks of each page; what failed is reported, and stands on its page. */
export async function recognisePages(
  bytes: Buffer,
  pages: readonly number[],
  recognise: Recognise,
  warnings: string[],
): Promise<Map<number, Block[]>> {
  const { LiteParse } = engineFor('liteparse', 'pdf');
  const engine = new LiteParse({ dpi: DPI, ocrEnabled: false, quiet: true });
  const found = new Map<number, Block[]>();
  const recognised: number[] = [];
  const failed = new Map<string, number[]>();
  for (const page of pages) {
    const result = await textOf(engine, bytes, page, recognise);
    if (result.text !== undefined) {
      recognised.push(page);
      found.set(page, [
        note('The text of this page was recognised in its picture:'),
        ...paragraphs(result.text),
      ]);
    } else {
      failed.set(result.failure, [...(failed.get(result.failure) ?? []), page]);
      found.set(page, [note('The text of this page was not recognised.')]);
    }
  }
  if (recognised.length > 0)
    warnings.push(
      `The text of ${pageRanges(recognised)} was recognised in pictures (OCR): it may have errors.`,
    );
  for (const [failure, those] of failed)
    warnings.push(`The text of ${pageRanges(those)} was not recognised: ${failure}.`);
  return found;
}

type Result = { text: string } | { text?: undefined; failure: string };

async function textOf(
  engine: { screenshot(input: Buffer, pages: number[]): Promise<{ imageBuffer: Uint8Array }[]> },
  bytes: Buffer,
  page: number,
  recognise: Recognise,
): Promise<Result> {
  let picture: Uint8Array | undefined;
  try {
    [{ imageBuffer: picture } = { imageBuffer: undefined }] = await engine.screenshot(bytes, [
      page,
    ]);
  } catch {
    // Reported below.
  }
  if (picture === undefined) return { failure: 'the page cannot be drawn' };
  const result = await recognise(picture);
  if ('failure' in result) return result;
  return /[\p{L}\p{N}]/u.test(result.text) ? result : { failure: 'no text was found' };
}

function note(said: string): Block {
  return paragraph(text(said, { italic: true }));
}

/** Returns the paragraphs of recognised text: empty lines are between them, and lines end where those of the page do. */
function paragraphs(recognised: string): Block[] {
  return recognised
    .split(/\n(?:[ \t\f]*\n)+/)
    .map((part) =>
      part
        .split(/[\n\f]/)
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    )
    .filter((lines) => lines.length > 0)
    .map((lines): Block => ({
      kind: 'paragraph',
      content: lines.flatMap((line, at) =>
        at === 0 ? [text(line)] : [{ kind: 'break' } as const, text(line)],
      ),
    }));
}
