import { escapeHidden } from '../../base/kernel/hidden-characters.js';

// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001b\[[\d;]*m/g;

/**
 * Sanitises untrusted text for a terminal: control characters, bidirectional overrides and invisible characters are
 * written as `\u001b`. Newlines and tabs stay.
 */
export function shownText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(/[^\n\t]+/g, escapeHidden);
}

/** Sanitises long text of scripts and models like {@link shownText}, and removes its colours. */
export function plainText(text: string): string {
  return shownText(text.replaceAll(COLOURS, ''));
}

/** Sanitises text like {@link shownText} and joins its lines. */
export function plainLine(text: string): string {
  return shownText(text).replaceAll(/\s*[\n\t]\s*/g, ' ');
}
