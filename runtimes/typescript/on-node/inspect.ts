/** Replaces `guest/inspect.ts` on Node. */
import { inspect as show } from 'node:util';
import { IN_LINE, UNREADABLE } from '../guest/inspect-options.js';

/** Returns a value as `console.log` shows it: text as it is, all else by `util.inspect`. */
export function inspect(value: unknown): string {
  return typeof value === 'string' ? value : read(value);
}

/** Returns a value in one line, shortened. */
export function inspectInLine(value: unknown): string {
  return read(value, IN_LINE);
}

function read(value: unknown, options = {}): string {
  try {
    return show(value, options);
  } catch {
    return UNREADABLE;
  }
}
