// Not string-width: its regular expression of emoji takes 26 ms of each command, and its segmenter 22.
import truncatedWidth from 'fast-string-truncated-width';

/**
 * Returns how many columns of a terminal `text` takes: a Chinese character or an emoji takes two, an escape sequence none. It may be
 * what a server has given in place of a text: of an object the library would never return.
 */
export function widthOf(text: string): number {
  return truncatedWidth(String(text)).width;
}

/** Returns `text` in at most `width` columns of a terminal. */
export function cut(text: string, width: number): string {
  const whole = String(text);
  const { index, truncated } = truncatedWidth(whole, { limit: width, ellipsis: '…' });
  if (!truncated) return whole;
  return width < 1 ? '' : `${whole.slice(0, index)}…`;
}

/** Returns `text` with blanks behind it up to `width` columns, cut where it is wider. */
export function fitted(text: string, width: number): string {
  const shown = cut(text, width);
  return shown + ' '.repeat(Math.max(0, width - widthOf(shown)));
}
