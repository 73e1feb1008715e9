import { type Box, middle } from './layout/boxes.js';
import { type PageContent } from './layout/pieces.js';

/** Share of the text that may cross the middle of a sheet of two pages. */
const CROSSING = 0.02;
const MIN_LINES = 20;

/** Returns the pages of a sheet: two facing ones, the left one first, or the sheet itself. */
export function halvesOf(sheet: PageContent): PageContent[] {
  return isSpread(sheet) ? [half(sheet, 0), half(sheet, sheet.width / 2)] : [sheet];
}

/** Returns whether a sheet is two facing pages: wide, with text on either side, and none over the middle. */
function isSpread({ width, height, pieces }: PageContent): boolean {
  if (width < height * 1.2) return false;
  const centre = width / 2;
  const left = pieces.filter(({ x1 }) => x1 <= centre).length;
  const right = pieces.filter(({ x0 }) => x0 >= centre).length;
  const crossing = pieces.length - left - right;
  return left >= MIN_LINES && right >= MIN_LINES && crossing <= Math.ceil(pieces.length * CROSSING);
}

function half({ width, height, pieces, pictures, rules }: PageContent, from: number): PageContent {
  const isHere = (box: Box) => {
    const x = middle(box.x0, box.x1);
    return from === 0 ? x <= width / 2 : x > width / 2;
  };
  const moved = <T extends Box>(boxes: T[]) =>
    boxes.filter(isHere).map((box) => ({ ...box, x0: box.x0 - from, x1: box.x1 - from }));
  return {
    width: width / 2,
    height,
    pieces: moved(pieces),
    pictures: moved(pictures),
    rules: moved(rules),
  };
}
