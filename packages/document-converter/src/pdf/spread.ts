import { bounds, type Box, isInside, middle } from './layout/boxes.js';
import { gridsOf } from './layout/grids.js';
import { segmentsOf, segmentText } from './layout/lines.js';
import { type PageContent } from './layout/pieces.js';
import { taggedPage } from './layout/tags.js';

/** Share of the text that may cross the middle of a sheet of two pages. */
const CROSSING = 0.02;
const MIN_LINES = 20;
/** Share of the letters of either side that stand in lines of running text: a table has cells, which are short. */
const RUNNING = 0.5;
/** Ratio to the width of all text of a page: lines of running text are wider. */
const WIDE = 0.5;
/** Letters: what is shorter is a cell. */
const LONG = 18;

/** Returns the pages of a sheet: two facing ones, the left one first, or the sheet itself. */
export function halvesOf(sheet: PageContent): PageContent[] {
  return isSpread(sheet) ? [half(sheet, 0), half(sheet, sheet.width / 2)] : [sheet];
}

/** Returns whether a sheet is two facing pages: without tags that say how it is read, wide, with running text on either side, and nothing over the middle. */
function isSpread(sheet: PageContent): boolean {
  const { width, height, pieces, rules } = sheet;
  if (width < height * 1.2) return false;
  const centre = width / 2;
  const grids = gridsOf(rules).filter(({ x0, x1 }) => x0 < centre && x1 > centre);
  if (pieces.some((piece) => grids.some((grid) => isInside(piece, grid)))) return false;
  const left = pieces.filter(({ x1 }) => x1 <= centre).length;
  const right = pieces.filter(({ x0 }) => x0 >= centre).length;
  const crossing = pieces.length - left - right;
  if (left < MIN_LINES || right < MIN_LINES || crossing > Math.ceil(pieces.length * CROSSING))
    return false;
  if (taggedPage(sheet) !== undefined) return false;
  return [0, centre].every((from) =>
    isRunning(pieces.filter(({ x0, x1 }) => x0 >= from && x1 <= from + centre)),
  );
}

/** Returns whether most of a page is lines of running text. */
function isRunning(pieces: PageContent['pieces']): boolean {
  const { x0, x1 } = bounds(pieces);
  let [all, running] = [0, 0];
  for (const segment of segmentsOf(pieces)) {
    const { length } = segmentText(segment);
    all += length;
    if (length >= LONG && segment.x1 - segment.x0 > (x1 - x0) * WIDE) running += length;
  }
  return running > all * RUNNING;
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
