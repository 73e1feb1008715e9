import { type PdfObjects } from './objects.js';

const REFERENCE = /(\d{1,10})\s+\d{1,5}\s+R\b/g;
/** One of the engines reads more than the pages that are converted. */
const MAX_PAGES = 200_000;
const MAX_DEPTH = 100;

/** Returns the numbers of the objects that an entry of a dictionary refers to, which may be one or an array. */
export function referencesOf(text: string, name: string): number[] {
  const entry = new RegExp(`/${name}\\s*(\\d{1,10}\\s+\\d{1,5}\\s+R\\b|\\[[^\\]]*\\])`).exec(text);
  return Array.from((entry?.[1] ?? '').matchAll(REFERENCE), ([, number]) => Number(number));
}

/** Returns the number of the catalog: the one that a trailer names, or the last one of the file; undefined if there is none. */
export function catalogOf(objects: PdfObjects): number | undefined {
  const isCatalog = (number: number) =>
    referencesOf(objects.text(number) ?? '', 'Pages').length === 1;
  const named = objects.trailers.toReversed().flatMap((text) => referencesOf(text, 'Root'));
  const found = named.find(isCatalog);
  if (found !== undefined) return found;
  return objects.numbers.findLast(
    (number) => /\/Type\s*\/Catalog\b/.test(objects.text(number) ?? '') && isCatalog(number),
  );
}

/** The pages of a PDF by the numbers of their objects, in their order. */
export interface PageList {
  pages: number[];
  /** True if the tree of pages refers to objects that are not there, or has no page. */
  isBroken: boolean;
}

/** Returns the pages that the tree of pages has, whatever it says of their count. */
export function pagesInTree(objects: PdfObjects): PageList {
  const catalog = catalogOf(objects);
  const [root] = referencesOf(catalog === undefined ? '' : (objects.text(catalog) ?? ''), 'Pages');
  const list: PageList = { pages: [], isBroken: root === undefined };
  const seen = new Set<number>();
  const walk = (number: number, depth: number) => {
    if (seen.has(number) || depth > MAX_DEPTH || list.pages.length >= MAX_PAGES) return;
    seen.add(number);
    const text = objects.text(number);
    if (text === undefined) list.isBroken = true;
    else if (/\/Kids\s*\[/.test(text))
      for (const kid of referencesOf(text, 'Kids')) walk(kid, depth + 1);
    else if (isPage(text)) list.pages.push(number);
  };
  if (root !== undefined) walk(root, 0);
  return { ...list, isBroken: list.isBroken || list.pages.length === 0 };
}

/** The pages of a file, which several readers ask for. */
const FOUND = new WeakMap<PdfObjects, readonly number[]>();

/** Returns all pages: those of the tree, and where that is broken also those that it has lost, in the order of their numbers in the file. */
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

/** Returns the dictionaries of the annotations of a page, in their order, of those that are objects themselves. */
export function annotationsOf(objects: PdfObjects, page: number | undefined): string[] {
  const text = (page === undefined ? undefined : objects.text(page)) ?? '';
  const found = referencesOf(text, 'Annots');
  const [list] = found;
  const isList = /\/Annots\s*\d/.test(text) && list !== undefined;
  const numbers = isList ? referencesOf(`/Annots ${objects.text(list) ?? ''}`, 'Annots') : found;
  return numbers.map((number) => objects.text(number) ?? '');
}

function isPage(text: string): boolean {
  return /\/Type\s*\/Page\b/.test(text) || referencesOf(text, 'Contents').length > 0;
}
