import { type PdfObjects } from './objects.js';

const REFERENCE = /(\d{1,10})\s+\d{1,5}\s+R\b/g;
/** Maximum number of pages in the tree, higher than the converted number, since one engine reads more. */
const MAX_PAGES = 200_000;
const MAX_DEPTH = 100;

/** Returns the object numbers that a dictionary entry references, which may be one or an array. */
export function parseReferences(text: string, name: string): number[] {
  const entry = new RegExp(`/${name}\\s*(\\d{1,10}\\s+\\d{1,5}\\s+R\\b|\\[[^\\]]*\\])`).exec(text);
  return Array.from((entry?.[1] ?? '').matchAll(REFERENCE), ([, number]) => Number(number));
}

/**
 * Returns the object number of the catalog: the one named by a trailer, or the last in the file; undefined if there is
 * none.
 */
export function findCatalog(objects: PdfObjects): number | undefined {
  const isCatalog = (number: number) =>
    parseReferences(objects.text(number) ?? '', 'Pages').length === 1;
  const named = objects.trailers.toReversed().flatMap((text) => parseReferences(text, 'Root'));
  const found = named.find(isCatalog);
  if (found !== undefined) return found;
  return objects.numbers.findLast(
    (number) => /\/Type\s*\/Catalog\b/.test(objects.text(number) ?? '') && isCatalog(number),
  );
}

/** Object numbers of the pages of a PDF, in order. */
export interface PageList {
  pages: number[];
  /** True if the page tree references missing objects or has no page. */
  isBroken: boolean;
}

/** Returns the pages in the page tree, ignoring its declared count. */
export function pagesInTree(objects: PdfObjects): PageList {
  const catalog = findCatalog(objects);
  const [root] = parseReferences(
    catalog === undefined ? '' : (objects.text(catalog) ?? ''),
    'Pages',
  );
  const list: PageList = { pages: [], isBroken: root === undefined };
  const seen = new Set<number>();
  const walk = (number: number, depth: number) => {
    if (seen.has(number) || depth > MAX_DEPTH || list.pages.length >= MAX_PAGES) return;
    seen.add(number);
    const text = objects.text(number);
    if (text === undefined) list.isBroken = true;
    else if (/\/Kids\s*\[/.test(text))
      for (const kid of parseReferences(text, 'Kids')) walk(kid, depth + 1);
    else if (isPage(text)) list.pages.push(number);
  };
  if (root !== undefined) walk(root, 0);
  return { ...list, isBroken: list.isBroken || list.pages.length === 0 };
}

/** Cached pages by file, since several readers request them. */
const FOUND = new WeakMap<PdfObjects, readonly number[]>();

/** Returns all pages: those of the tree and, if it is broken, those that it has lost, by object number. */
export function allPages(objects: PdfObjects): readonly number[] {
  const found = FOUND.get(objects) ?? findPages(objects);
  FOUND.set(objects, found);
  return found;
}

function findPages(objects: PdfObjects): number[] {
  const { pages, isBroken } = pagesInTree(objects);
  if (!isBroken) return pages;
  const known = new Set(pages);
  const lost = objects.numbers.filter(
    (number) => !known.has(number) && /\/Type\s*\/Page\b/.test(objects.text(number) ?? ''),
  );
  return [...pages, ...lost].slice(0, MAX_PAGES);
}

/** Returns the dictionaries of a page's annotations in order; only those that are separate objects. */
export function listAnnotations(objects: PdfObjects, page: number | undefined): string[] {
  const text = (page === undefined ? undefined : objects.text(page)) ?? '';
  const found = parseReferences(text, 'Annots');
  const [list] = found;
  const isList = /\/Annots\s*\d/.test(text) && list !== undefined;
  const numbers = isList ? parseReferences(`/Annots ${objects.text(list) ?? ''}`, 'Annots') : found;
  return numbers.map((number) => objects.text(number) ?? '');
}

function isPage(text: string): boolean {
  return /\/Type\s*\/Page\b/.test(text) || parseReferences(text, 'Contents').length > 0;
}
