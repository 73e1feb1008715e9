// Not string-width: its emoji regex takes 26 ms of each command's start-up, and its segmenter 22 ms.
import truncatedWidth from 'fast-string-truncated-width';

/**
 * Returns the width of a text in terminal columns. Chinese characters and emoji take two, escape sequences none. A
 * server may send another type instead of text, and the library would never return for an object.
 */
export function measureTextWidth(text: string): number {
  return truncatedWidth(String(text)).width;
}

/** Truncates `text` to at most `width` terminal columns. */
export function cut(text: string, width: number): string {
  const whole = String(text);
  const { index, truncated } = truncatedWidth(whole, { limit: width, ellipsis: '…' });
  if (!truncated) return whole;
  return width < 1 ? '' : `${whole.slice(0, index)}…`;
}

/** Pads or truncates `text` to exactly `width` terminal columns. */
export function fitted(text: string, width: number): string {
  const shown = cut(text, width);
  return shown + ' '.repeat(Math.max(0, width - measureTextWidth(shown)));
}
