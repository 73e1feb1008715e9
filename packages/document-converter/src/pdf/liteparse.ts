// Adapter of the engine that finds the drawings of a PDF: rules, pictures, fields, links, and text as well.
import type {
  DocumentAnnotation,
  LiteParseConfig,
  ParsedPage,
  ParseResult,
  Rect,
  TextItem,
} from '@llamaindex/liteparse';
import { DocumentError, type Progress } from '../converted.js';

import { engineFor } from '../engines.js';
import { type Source } from '../formats/port.js';
import { safeUrl } from '../input/urls.js';
import { withAlternatives } from './alternatives.js';
import { isHidden, withFields } from './fields.js';
import { type PdfObjects } from './file/objects.js';
import { allPages, listAnnotations } from './file/pages.js';
import { combined, type FoundText } from './found-text.js';
import {
  type InspectedText,
  inspectedText,
  isText,
  markedPicture,
  textWithInspector,
} from './inspector.js';
import { bounds, type Box } from './layout/boxes.js';
import { type LinkArea, type Picture } from './layout/pieces.js';
import { type Page, toPage } from './page.js';

/** Maximum number of converted pages, more than a book has. */
const MAX_PAGES = 5000;
/** Number of pages that are read at a time, so that progress can be reported. Reopening the document takes no time. */
const PAGES_AT_ONCE = 50;
/** Minimum size of pictures in points; smaller ones are bullets, lines and logos. */
const MIN_PICTURE = 24;
/** Maximum thickness of a rule in points. */
const RULE = 2.5;

export const DAMAGED = 'The PDF is damaged: it cannot be read.';

const OPTIONS: Partial<LiteParseConfig> = {
  ocrEnabled: false,
  outputFormat: 'text',
  extractLinks: false,
  extractImages: true,
  extractAnnotations: true,
  extractFormFields: true,
  extractVectorGraphics: true,
  extractStructureTree: true,
  continueOnPageError: true,
  maxPages: MAX_PAGES,
  numWorkers: 1,
  quiet: true,
};

/**
 * Returns all pages up to the last one that was read.
 *
 * @param texts texts that the other engine has found, by page
 * @param objects objects of the PDF
 */
export function pagesFrom(
  result: Parsed,
  texts: ReadonlyMap<number, InspectedText[]>,
  objects: PdfObjects,
  source: Source,
): Page[] {
  const numbers = allPages(objects);
  const pictures = keepPictures(result, source);
  const read = new Map(
    result.pages.map((page) => {
      const { pageNum, width, height, structureTree, vectorGraphics } = page;
      const { lines = [], shapes = [] } = vectorGraphics ?? {};
      const items = texts.get(pageNum) ?? [];
      const inspected = items.filter(isText).map((item) => inspectedText(item, height));
      const found = combined(inspected, page.textItems.map(foundText), page);
      const drawn =
        lines.length + shapes.length > 0 || result.images.some((each) => each.page === pageNum);
      const tags = structureTree?.roots ?? [];
      const marked = items.flatMap((item) => markedPicture(item, height));
      const worded = withAlternatives(found, pictures.get(pageNum) ?? [], marked, tags);
      const content = {
        width,
        height,
        texts: withFields(page, worded.texts, objects),
        rules: collectRules(page),
        pictures: worded.pictures,
        links: collectLinks(page),
        tags,
        described: worded.described,
        comments: listComments(page, listAnnotations(objects, numbers[pageNum - 1])),
        drawn,
      };
      return [pageNum, toPage(content)] as const;
    }),
  );
  const last = Math.max(0, ...read.keys());
  return Array.from({ length: last }, (_, at) => read.get(at + 1) ?? toPage(BLANK));
}

/** Placeholder for a page that could not be read. */
const BLANK = {
  width: 0,
  height: 0,
  texts: [],
  rules: [],
  pictures: [],
  links: [],
  comments: [],
  described: [],
  drawn: false,
};

/** Reads only texts; page sizes are derived from them. */
export async function readWithInspector(bytes: Buffer): Promise<Page[]> {
  const texts = await textWithInspector(bytes);
  const found = { rules: [], pictures: [], links: [], comments: [], described: [], drawn: false };
  return Array.from({ length: Math.min(MAX_PAGES, Math.max(0, ...texts.keys())) }, (_, at) => {
    const items = (texts.get(at + 1) ?? []).filter(isText);
    const height = Math.max(0, ...items.map(({ y, fontSize }) => y + fontSize));
    const placed = items.map((item) => inspectedText(item, height));
    return toPage({ ...found, width: Math.max(0, bounds(placed).x1), height, texts: placed });
  });
}

export type Parsed = Pick<
  ParseResult,
  'totalPages' | 'pages' | 'pageErrors' | 'images' | 'formType'
>;

/** @throws DocumentError if the document is encrypted or not a PDF, or the engine is not installed */
export async function parseAll(bytes: Buffer, progress: Progress | undefined): Promise<Parsed> {
  const all: Parsed = await parse(bytes, 1);
  const last = Math.min(all.totalPages, MAX_PAGES);
  for (let done = PAGES_AT_ONCE; done < last; done += PAGES_AT_ONCE) {
    progress?.(done, last, 'pages');
    const { pages, pageErrors, images } = await parse(bytes, done + 1);
    all.pages.push(...pages);
    all.images.push(...images);
    all.pageErrors.push(...pageErrors);
  }
  if (last > PAGES_AT_ONCE) progress?.(last, last, 'pages');
  return all;
}

/** Reads some pages from `first` on, counted from 1. */
async function parse(bytes: Buffer, first: number): Promise<ParseResult> {
  const { LiteParse } = engineFor('liteparse', 'pdf');
  const targetPages = `${first}-${Math.min(MAX_PAGES, first + PAGES_AT_ONCE - 1)}`;
  try {
    return await new LiteParse({ ...OPTIONS, targetPages }).parse(bytes);
  } catch (error) {
    const message = String(error);
    if (/password|encrypt/i.test(message))
      throw new DocumentError('unreadable', 'The PDF is protected by a password.');
    throw new DocumentError('unreadable', DAMAGED);
  }
}

function foundText(item: TextItem): FoundText {
  const { text, height, fontName: font = '', fontSize = 0 } = item;
  // Clockwise; the other engine counts counterclockwise.
  const rotation = (360 - Math.round(item.rotation ?? 0)) % 360;
  // Producers that scale text by its matrix set every font to 1 point.
  const size = fontSize > height * 0.5 && fontSize < height * 2.5 ? fontSize : height * 0.9;
  const style = {
    ...(/bold|black|heavy|demi/i.test(font) && { bold: true }),
    ...(/ital|obliq/i.test(font) && { italic: true }),
  };
  return { text, font, size, style, rotation, ...toBox(item) };
}

function collectLinks({ annotations = [] }: ParsedPage): LinkArea[] {
  return annotations.flatMap((annotation: DocumentAnnotation) => {
    const url = /link/i.test(annotation.subtype) ? safeUrl(annotation.uri ?? '') : undefined;
    if (url === undefined) return [];
    const areas =
      annotation.quadpointRects.length > 0 ? annotation.quadpointRects : [annotation.rect];
    return areas.flatMap((area) => (area === undefined ? [] : [{ url, ...toBox(area) }]));
  });
}

function collectRules({ vectorGraphics }: ParsedPage): Box[] {
  const lines = (vectorGraphics?.lines ?? []).map(({ x1, y1, x2, y2 }) => ({
    x0: Math.min(x1, x2),
    y0: Math.min(y1, y2),
    x1: Math.max(x1, x2),
    y1: Math.max(y1, y2),
  }));
  const thin = (vectorGraphics?.shapes ?? [])
    .map(({ bbox }) => toBox(bbox))
    .filter((box) => Math.min(box.x1 - box.x0, box.y1 - box.y0) < RULE);
  return [...lines, ...thin];
}

function toBox({ x, y, width, height }: Rect): Box {
  return { x0: x, y0: y, x1: x + width, y1: y + height };
}

function keepPictures(result: Parsed, source: Source): Map<number, Picture[]> {
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
    pictures.set(image.page, [...(pictures.get(image.page) ?? []), { url, ...toBox(image.bbox) }]);
  }
  return pictures;
}

/** @param dictionaries dictionaries of the annotations in order, as far as known */
function listComments({ annotations = [] }: ParsedPage, dictionaries: readonly string[]): string[] {
  const areKnown = dictionaries.length === annotations.length;
  return annotations
    .filter((_, at) => !areKnown || !isHidden(dictionaries[at] ?? ''))
    .filter(({ subtype }) => !/link|widget|popup/i.test(subtype))
    .map(({ contents = '', title = '' }) => [title, contents].map(normaliseLines))
    .filter(([, contents]) => contents !== '')
    .map((each) => each.filter((text) => text !== '').join(': '));
}

function normaliseLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim();
}
