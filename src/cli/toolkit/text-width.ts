// Not string-width: its regular expression of emoji takes 26 ms of each command, and its segmenter 22.
import truncatedWidth from 'fast-string-truncated-width';

/** Returns how many columns of a terminal `text` takes: a Chinese character or an emoji takes two, an escape sequence none. */
export function widthOf(text: string): number {
  return truncatedWidth(text).width;
}

/** Returns `text` in at most `width` columns of a terminal. */
export function cut(text: string, width: number): string {
  const { index, truncated } = truncatedWidth(text, { limit: width, ellipsis: '…' });
  if (!truncated) return text;
  return width < 1 ? '' : `${text.slice(0, index)}…`;
}

/** Returns `text` with blanks behind it up to `width` columns, cut where it is wider. */
export function fitted(text: string, width: number): string {
  const shown = cut(text, width);
  return shown + ' '.repeat(Math.max(0, width - widthOf(shown)));
}
