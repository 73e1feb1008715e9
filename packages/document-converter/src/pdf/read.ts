// Reads a PDF with both engines, and a second time after a repair if they could not read all of it.
import { DocumentError } from '../converted.js';
import { type Source } from '../formats/port.js';
import { boundedContents, type Contents } from './file/contents.js';
import { fromHeader, isIntact } from './file/intact.js';
import { rebuilt } from './file/rebuild.js';
import { type InspectedText, textWithInspector } from './inspector.js';
import { DAMAGED, pagesFrom, parseAll, type Parsed, readWithInspector } from './liteparse.js';
import { hasLetters, type Page } from './page.js';
import { capitalised, pageRanges } from './page-ranges.js';
import { reportUnread } from './unread.js';

const REPAIRED = 'The PDF is damaged: what could be read of it was kept.';

const ALL_CROWDED = 'its text has more than 20,000 pieces';
const ALL_DRAWN = 'it has no text, and too many lines to be drawn';

/** The pages of a PDF, and the bytes that the engines have read. */
export interface ReadPages {
  pages: Page[];
  bytes: Buffer;
  /** Reasons for the pages that could not be read, by page number from 1. */
  unread: ReadonlyMap<number, string>;
}

/** Reads only the text, with one engine; the limits are the same for both. */
export async function readTexts({ bytes, warnings }: Source): Promise<Page[]> {
  const contents = boundedContents(fromHeader(bytes));
  const pages = await readWithInspector(contents.bytes);
  reportLeftOut(contents, pages, warnings);
  return pages;
}

/** @throws DocumentError if the document is encrypted or not a PDF, or an engine is not installed */
export async function readPages(source: Source): Promise<ReadPages> {
  const { result, texts, ...read } = await readMost(source);
  const { warnings } = source;
  const missing = result.totalPages - result.pages.length - result.pageErrors.length;
  if (missing > 0)
    warnings.push(`Only ${result.pages.length} of ${result.totalPages} pages were converted.`);
  for (const { pageNum } of result.pageErrors) read.unread.set(pageNum, 'it is damaged');
  const pages = pagesFrom(result, texts, read.objects, source);
  reportLeftOut(read, pages, warnings);
  reportUnread(read.objects, result, warnings);
  return { bytes: read.bytes, pages, unread: read.unread };
}

/** Warns about pages that are read in part; a page whose text is all in its drawings is not read at all. */
function reportLeftOut(
  { unread, undrawn, crowded, cut }: Contents,
  pages: readonly Page[],
  warnings: string[],
): void {
  const isWritten = (number: number) => {
    const page = pages[number - 1];
    return page !== undefined && hasLetters(page);
  };
  for (const page of crowded) if (!isWritten(page)) unread.set(page, ALL_CROWDED);
  for (const page of undrawn) if (!isWritten(page)) unread.set(page, ALL_DRAWN);
  for (const [reason, those] of Map.groupBy([...unread], ([, each]) => each))
    warnings.push(`${named(those.map(([page]) => page))} could not be read: ${reason}.`);
  const reports: [readonly number[], (pages: string) => string][] = [
    [undrawn, (those) => `The drawings of ${those} were left out: they have too many lines.`],
    [
      crowded,
      (those) =>
        `The text of ${those} was kept in part: one page has 20,000 pieces of text at most, and what follows was left out.`,
    ],
    [cut, (those) => `The content of ${those} ends early: what could be read of it was kept.`],
  ];
  for (const [those, report] of reports) {
    const read = those.filter((page) => !unread.has(page));
    if (read.length > 0) warnings.push(report(pageRanges(read)));
  }
}

function named(pages: readonly number[]): string {
  return capitalised(pageRanges(pages));
}

/** A PDF with the results of both engines. */
interface Read extends Contents {
  result: Parsed;
  texts: Map<number, InspectedText[]>;
}

/** Reads a PDF as it is and, if that is incomplete, once more after rebuilding it from its objects. */
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
  const contents = boundedContents(bytes);
  // Each engine runs in a separate thread.
  const [result, texts] = await Promise.all([
    parseAll(contents.bytes, source.progress),
    textWithInspector(contents.bytes),
  ]);
  return { ...contents, result, texts };
}

/** Returns whether no page has failed, and the list of pages includes all that the other engine has found. */
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
