// Adapter of the engine that finds the text of a PDF.
import type { TextItem } from '@firecrawl/pdf-inspector';
import { type MarkedPicture } from './alternatives.js';
import { engineFor } from '../engines.js';
import { type Style } from '../tree.js';
import { type FoundText } from './found-text.js';

export type InspectedText = TextItem;

/** Text rendering modes without visible text: invisible, and clipping only. */
const UNSEEN = new Set([3, 7]);

/**
 * Returns the drawn text and marked pictures by page, from 1, measured from the bottom of the page; empty if nothing
 * is readable.
 *
 * @throws DocumentError if the engine is not installed
 */
export async function textWithInspector(bytes: Buffer): Promise<Map<number, TextItem[]>> {
  const { extractTextWithPositionsAsync } = engineFor('inspector', 'pdf');
  try {
    const items = await extractTextWithPositionsAsync(bytes, null, { frame: 'display' });
    const drawn = items.filter(
      (item) => !UNSEEN.has(item.renderMode ?? 0) && (isText(item) || isMarked(item)),
    );
    return Map.groupBy(drawn, ({ page }) => page);
  } catch {
    return new Map();
  }
}

export function isText({ itemType }: TextItem): boolean {
  return String(itemType) === 'Text';
}

function isMarked({ itemType, mcid }: TextItem): boolean {
  return String(itemType) === 'Image' && mcid !== undefined;
}

/** Returns the position and mark of a picture; empty for other items. */
export function markedPicture(item: TextItem, height: number): MarkedPicture[] {
  const { mcid: mark, x: x0, width } = item;
  if (mark === undefined || isText(item)) return [];
  const y1 = height - item.y;
  return [{ mark, x0, x1: x0 + width, y0: y1 - item.height, y1 }];
}

/** @param height height of the page in points */
export function inspectedText(item: TextItem, height: number): FoundText {
  const { text, font, rotation, mcid, x, width, fontSize: size, baselineShift: shift } = item;
  const style: Style = {
    ...(item.isBold && { bold: true }),
    ...(item.isItalic && { italic: true }),
    ...(shift !== 0 && { position: shift > 0 ? 'sup' : 'sub' }),
  };
  const isLevel = rotation === 0;
  const y1 = height - item.y + (isLevel ? size * 0.2 : 0);
  const y0 = y1 - (isLevel ? size : item.height);
  return { text, font, size, style, rotation, mark: mcid, x0: x, y0, x1: x + width, y1 };
}
