interface SheetOfText {
  width: number;
  height: number;
  textItems: { x: number; width: number; text: string }[];
}

/** Of the text that may reach over the middle of a sheet and still leave it two pages. */
const CROSSING = 0.02;
const MIN_LINES = 20;

/** Whether a sheet is two facing pages: wide, with text on either side, and none over the middle. */
export function isSpread({ width, height, textItems }: SheetOfText): boolean {
  if (width < height * 1.2) return false;
  const middle = width / 2;
  const items = textItems.filter(({ text }) => text.trim() !== '');
  const left = items.filter((item) => item.x + item.width <= middle).length;
  const right = items.filter((item) => item.x >= middle).length;
  const crossing = items.length - left - right;
  return left >= MIN_LINES && right >= MIN_LINES && crossing <= Math.ceil(items.length * CROSSING);
}
