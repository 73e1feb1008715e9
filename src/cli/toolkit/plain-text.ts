import { escapeHidden } from '../../base/kernel/hidden-characters.js';

// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001b\[[\d;]*m/g;

/**
 * Text of strangers as a terminal may show it: characters that control it, turn around what stands beside them, or are not shown, are
 * written as `\u001b`. Newlines and tabs stay.
 */
export function shownText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(/[^\n\t]+/g, escapeHidden);
}

/** {@link shownText} of what scripts and models write at length, without the colours in it. */
export function plainText(text: string): string {
  return shownText(text.replaceAll(COLOURS, ''));
}

/** {@link shownText} on one line. */
export function plainLine(text: string): string {
  return shownText(text).replaceAll(/\s*[\n\t]\s*/g, ' ');
}
