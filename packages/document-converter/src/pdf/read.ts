// Both engines read a PDF, and once more where they have not read all of it.
import { DocumentError } from '../converted.js';
import { type Source } from '../formats/port.js';
import { fromHeader, isIntact } from './file/intact.js';
import { rebuilt } from './file/rebuild.js';
import { type InspectedText, textWithInspector } from './inspector.js';
import { DAMAGED, pagesFrom, parseAll, type Parsed } from './liteparse.js';
import { type Page } from './page.js';
import { capitalised, pageRanges } from './page-ranges.js';

const REPAIRED = 'The PDF is damaged: what could be read of it was kept.';

/** The pages of a PDF, and the PDF as the engines have read it. */
export interface ReadPages {
  pages: Page[];
  bytes: Buffer;
}

/** @throws DocumentError if it is encrypted or not a PDF, or an engine is not installed */
export async function readPages(source: Source): Promise<ReadPages> {
  const { bytes, result, texts } = await readMost(source);
  const { totalPages, pages, pageErrors } = result;
  if (totalPages > pages.length + pageErrors.length)
    source.warnings.push(`Only ${pages.length} of ${totalPages} pages were converted.`);
  if (pageErrors.length > 0)
    source.warnings.push(
      `${capitalised(pageRanges(pageErrors.map(({ pageNum }) => pageNum)))} could not be read.`,
    );
  return { bytes, pages: pagesFrom(result, texts, source) };
}

/** A PDF as it was read, and what both engines have found in it. */
interface Read {
  bytes: Buffer;
  result: Parsed;
  texts: Map<number, InspectedText[]>;
}

/** Reads a PDF as it is, and where not all of it can be read, once more after it was written from its objects. */
async function readMost(source: Source): Promise<Read> {
  const first = await readBoth(source, fromHeader(source.bytes)).catch((error: unknown) => {
    if (error instanceof DocumentError && error.message === DAMAGED) return error;
    throw error;
  });
  if (!(first instanceof DocumentError) && isAll(first)) {
    if (!isIntact(source.bytes)) source.warnings.push(REPAIRED);
    return first;
  }
  const bytes = rebuilt(source.bytes);
  const again = bytes && (await readBoth(source, bytes).catch(() => undefined));
  const isMore = again !== undefined && (first instanceof DocumentError || isBetter(again, first));
  const best = isMore ? again : first;
  if (best instanceof DocumentError) throw best;
  source.warnings.push(REPAIRED);
  return best;
}

async function readBoth(source: Source, bytes: Buffer): Promise<Read> {
  // Each engine has a thread of its own.
  const [result, texts] = await Promise.all([
    parseAll(bytes, source.progress),
    textWithInspector(bytes),
  ]);
  return { bytes, result, texts };
}

/** Returns whether no page has failed, and none is missing in the list of pages that only the other engine has found. */
function isAll({ result: { totalPages, pages, pageErrors }, texts }: Read): boolean {
  const isListed = [...texts.keys()].every((page) => page <= totalPages);
  return pages.length > 0 && pageErrors.length === 0 && isListed;
}

function isBetter(again: Read, first: Read): boolean {
  const letters = ({ result }: Read) =>
    result.pages
      .flatMap(({ textItems }) => textItems)
      .reduce((sum, { text }) => sum + text.length, 0);
  const more = letters(again) - letters(first);
  if (more !== 0) return more > 0;
  return again.result.pageErrors.length < first.result.pageErrors.length;
}
