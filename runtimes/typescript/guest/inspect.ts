import { consolePart } from './console-part.js';
import { apply, includes, toText } from './intrinsics.js';
import { IN_LINE, UNREADABLE } from './inspect-options.js';

/** Formats a value like `console.log`: text unchanged, other values as in Node. */
export function inspect(value: unknown): string {
  return plainText(value) ?? read(() => consolePart().inspect(value));
}

/** Formats a value on one line, abbreviated. */
export function inspectInLine(value: unknown): string {
  return read(() => consolePart().inspect(value, IN_LINE));
}

/** Formats values as one text, like `console.log`: a first text with placeholders such as `%s` is a format. */
export function format(values: readonly unknown[]): string {
  const [first] = values;
  let text = '';
  for (let index = 0; index < values.length; index += 1) {
    const part = plainText(values[index]);
    const isFormat = index === 0 && values.length > 1 && typeof first === 'string';
    if (part === null || (isFormat && includes(part, '%')))
      return read(() => apply(consolePart().format, undefined, values));
    text += index === 0 ? part : ` ${part}`;
  }
  return text;
}

/**
 * Returns the text of a value that needs no {@link consolePart}, as most log lines do not; null for any other value.
 */
function plainText(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return value === 0 && 1 / value < 0 ? '-0' : toText(value);
    case 'boolean':
    case 'undefined':
      return toText(value);
    default:
      return value === null ? 'null' : null;
  }
}

/** Returns a formatted value. A script's value may throw while it is read. */
function read(show: () => unknown): string {
  try {
    return toText(show());
  } catch {
    return UNREADABLE;
  }
}
