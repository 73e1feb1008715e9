// The only file that uses the fallback parser for PDF.
import { engineFor } from '../engines.js';
import { type InspectedText } from './inspector-text.js';

/**
 * Returns the fallback parser's Markdown of each page; none if it reads nothing.
 *
 * @throws DocumentError if it is not installed, as all functions here
 */
export function readPagesWithInspector(bytes: Buffer): string[] {
  const { extractPagesMarkdown } = engineFor('inspector', 'pdf');
  try {
    return extractPagesMarkdown(bytes).pages.map(({ markdown }) => markdown);
  } catch {
    return [];
  }
}

/** Returns one page, the first is 0; undefined if it reads nothing. */
export function readPageWithInspector(bytes: Buffer, page: number): string | undefined {
  const { extractPagesMarkdown } = engineFor('inspector', 'pdf');
  try {
    const markdown = extractPagesMarkdown(bytes, [page]).pages[0]?.markdown ?? '';
    return markdown.trim() === '' ? undefined : markdown;
  } catch {
    return undefined;
  }
}

/** Modes in which text is not drawn: none, and only as a clipping shape. */
const UNSEEN = new Set([3, 7]);

/**
 * Returns text by page, the first is 1, with positions flipped by the height of each page; empty if it reads nothing.
 * @param heights of pages in points, by their number
 */
export function sightings(
  bytes: Buffer,
  heights: ReadonlyMap<number, number>,
): Map<number, InspectedText[]> {
  const { extractTextWithPositions } = engineFor('inspector', 'pdf');
  const pages = new Map<number, InspectedText[]>();
  try {
    const items = extractTextWithPositions(bytes, null, { frame: 'display' });
    for (const item of items) {
      const pageHeight = heights.get(item.page);
      if (pageHeight === undefined || String(item.itemType) !== 'Text') continue;
      if (UNSEEN.has(item.renderMode ?? 0)) continue;
      const bottom = pageHeight - item.y + item.fontSize * 0.2;
      const sighting = {
        text: item.text,
        size: item.fontSize,
        bold: item.isBold,
        italic: item.isItalic,
        x0: item.x,
        x1: item.x + item.width,
        y0: bottom - item.fontSize,
        y1: bottom,
      };
      const page = pages.get(item.page);
      if (page === undefined) pages.set(item.page, [sighting]);
      else page.push(sighting);
    }
    return pages;
  } catch {
    return new Map();
  }
}
