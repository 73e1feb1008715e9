/** Replaces `guest/inspect.ts` on Node. */
import { inspect as show } from 'node:util';
import { IN_LINE, UNREADABLE } from '../guest/inspect-options.js';

/** Formats a value like `console.log`: text unchanged, other values with `util.inspect`. */
export function inspect(value: unknown): string {
  return typeof value === 'string' ? value : read(value);
}

/** Formats a value on one line, abbreviated. */
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
