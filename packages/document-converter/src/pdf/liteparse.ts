// The only file that uses the first engine for PDF.
import type {
  DocumentAnnotation,
  LiteParseConfig,
  ParsedPage,
  ParseResult,
} from '@llamaindex/liteparse';
import { DocumentError } from '../converted.js';
import { engineFor } from '../engines.js';
import { type Source } from '../formats/port.js';
import { safeUrl } from '../input/urls.js';
import { sightings } from './inspector.js';
import { type Box } from './layout/boxes.js';
import {
  isTurned,
  isUpright,
  linkPieces,
  type LinkArea,
  type PageContent,
  type Picture,
  pieceOf,
  withoutDoubles,
} from './layout/pieces.js';
import { missedBy, restyle, type InspectedText } from './inspector-text.js';

export interface Page {
  /** The engine's own Markdown of the page. */
  markdown: string;
  content: PageContent;
  /** Texts of annotations. */
  comments: string[];
  /** Text that runs up or down the page beside its lines. */
  aside: string[];
  /** True if most of its text runs up or down the page. */
  turned: boolean;
  /** True if something is drawn on it: a picture, lines or shapes. */
  drawn: boolean;
}

/** Pages beyond this are not converted: a book has fewer. */
const MAX_PAGES = 5000;
/** Pictures that are smaller, in points, are bullets, lines and logos of applications. */
const MIN_PICTURE = 24;
/** Fields of a form on one page. */
const MAX_FIELDS = 1000;
/** Larger documents, in bytes and pages, are read by the first engine only. */
const LARGE = 32 * 1024 * 1024;
const MANY_PAGES = 300;
/** A rule is thinner, in points. */
const RULE = 2.5;

const OPTIONS: Partial<LiteParseConfig> = {
  ocrEnabled: false,
  outputFormat: 'markdown',
  imageMode: 'placeholder',
  extractImages: true,
  extractAnnotations: true,
  extractFormFields: true,
  extractVectorGraphics: true,
  emitWordBoxes: true,
  extractTextMetadata: true,
  continueOnPageError: true,
  maxPages: MAX_PAGES,
  numWorkers: 1,
  quiet: true,
};

/** @throws DocumentError if it is encrypted or not a PDF, or an engine is not installed */
export async function readWithLiteParse(source: Source): Promise<Page[]> {
  const result = await parse(source.bytes);
  if (result.totalPages > result.pages.length + (result.pageErrors?.length ?? 0))
    source.warnings.push(
      `Only ${result.pages.length} of ${result.totalPages} pages were converted.`,
    );
  if ((result.pageErrors?.length ?? 0) > 0)
    source.warnings.push(`${result.pageErrors?.length} pages could not be read.`);
  const pictures = keepPictures(result, source);
  const seen = inspectorText(source.bytes, result);
  return result.pages.map((page) => ({
    markdown: (page.markdown ?? '').replaceAll(/!\[([^\]]{0,999})\]\([^)]{0,999}\)/g, '$1'),
    content: contentOf(page, pictures.get(page.pageNum) ?? [], seen.get(page.pageNum) ?? []),
    comments: commentsOf(page),
    aside: page.textItems.filter((item) => isTurned(item)).map(({ text }) => text.trim()),
    drawn: isDrawn(page, result),
    turned: page.textItems.filter((item) => isUpright(item)).length * 2 < page.textItems.length,
  }));
}

async function parse(bytes: Buffer): Promise<ParseResult> {
  const { LiteParse } = engineFor('liteparse', 'pdf');
  try {
    return await new LiteParse(OPTIONS).parse(bytes);
  } catch (error) {
    const message = String(error);
    if (/password|encrypt/i.test(message))
      throw new DocumentError('unreadable', 'The PDF is protected by a password.');
    throw new DocumentError('unreadable', 'The PDF is damaged: it cannot be read.');
  }
}

/** Returns the text that the fallback parser finds; none for a large document, since that would take as long again. */
function inspectorText(bytes: Buffer, { pages }: ParseResult): Map<number, InspectedText[]> {
  if (bytes.length > LARGE || pages.length > MANY_PAGES) return new Map();
  return sightings(bytes, new Map(pages.map(({ pageNum, height }) => [pageNum, height])));
}

function isDrawn({ pageNum, vectorGraphics }: ParsedPage, { images = [] }: ParseResult): boolean {
  const { lines = [], shapes = [] } = vectorGraphics ?? {};
  return lines.length > 0 || shapes.length > 0 || images.some(({ page }) => page === pageNum);
}

function contentOf(page: ParsedPage, pictures: Picture[], seen: InspectedText[]): PageContent {
  const { width, height } = page;
  const upright = page.textItems.filter((item) => isUpright(item));
  const pieces = restyle(
    upright.flatMap((item) => pieceOf(item) ?? []),
    seen,
  );
  const found = page.textItems.map((item) => ({ ...boxOf(item), text: item.text }));
  const missed = missedBy(found, seen, page);
  return {
    width,
    height,
    pieces: linkPieces(withoutDoubles([...pieces, ...missed, ...filledIn(page)]), linksOf(page)),
    pictures,
    rules: rulesOf(page),
  };
}

/** Returns entries of a filled-in form, at their positions on the page. */
function filledIn(page: ParsedPage) {
  return (page.formFields ?? []).slice(0, MAX_FIELDS).flatMap(({ value, rect, type }) => {
    const text = value?.trim() ?? '';
    if (rect === undefined || text === '' || !/text|combo|list/i.test(type)) return [];
    if (page.textItems.some((item) => item.text.includes(text))) return [];
    const item = { text, ...rect, height: Math.min(rect.height, 12) };
    return pieceOf(item) ?? [];
  });
}

function linksOf({ annotations = [] }: ParsedPage): LinkArea[] {
  return annotations.flatMap((annotation: DocumentAnnotation) => {
    const url = /link/i.test(annotation.subtype) ? safeUrl(annotation.uri ?? '') : undefined;
    if (url === undefined) return [];
    const areas =
      annotation.quadpointRects.length > 0 ? annotation.quadpointRects : [annotation.rect];
    return areas.flatMap((area) => (area === undefined ? [] : [{ url, ...boxOf(area) }]));
  });
}

function rulesOf({ vectorGraphics }: ParsedPage): Box[] {
  const lines = (vectorGraphics?.lines ?? []).map(({ x1, y1, x2, y2 }) => ({
    x0: Math.min(x1, x2),
    y0: Math.min(y1, y2),
    x1: Math.max(x1, x2),
    y1: Math.max(y1, y2),
  }));
  const thin = (vectorGraphics?.shapes ?? [])
    .map(({ bbox }) => boxOf(bbox))
    .filter((box) => Math.min(box.x1 - box.x0, box.y1 - box.y0) < RULE);
  return [...lines, ...thin];
}

function boxOf({
  x,
  y,
  width,
  height,
}: {
  x: number;
  y: number;
  width: number;
  height: number;
}): Box {
  return { x0: x, y0: y, x1: x + width, y1: y + height };
}

function keepPictures(result: ParseResult, source: Source): Map<number, Picture[]> {
  const urls = new Map<string, string>();
  const pictures = new Map<number, Picture[]>();
  for (const image of result.images ?? []) {
    const { width, height } = image.bbox;
    if (width < MIN_PICTURE || height < MIN_PICTURE) continue;
    const earlier = image.duplicateOf === undefined ? undefined : urls.get(image.duplicateOf);
    const name = `page-${image.page}.${image.format}`;
    const url = earlier ?? source.media.add(name, `image/${image.format}`, image.bytes);
    if (url === undefined) continue;
    urls.set(image.id, url);
    pictures.set(image.page, [...(pictures.get(image.page) ?? []), { url, ...boxOf(image.bbox) }]);
  }
  return pictures;
}

function commentsOf(page: ParsedPage): string[] {
  return (page.annotations ?? [])
    .filter(({ subtype }) => !/link|widget|popup/i.test(subtype))
    .map(({ contents = '' }) => contents.replaceAll(/\r\n?/g, '\n').trim())
    .filter((contents) => contents !== '');
}
