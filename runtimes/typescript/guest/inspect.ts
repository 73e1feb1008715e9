import { consolePart } from './console-part.js';
import { apply, includes, toText } from './intrinsics.js';
import { IN_LINE, UNREADABLE } from './inspect-options.js';

/** Returns a value as `console.log` shows it: text as it is, all else as Node does. */
export function inspect(value: unknown): string {
  return plainText(value) ?? read(() => consolePart().inspect(value));
}

/** Returns a value in one line, shortened. */
export function inspectInLine(value: unknown): string {
  return read(() => consolePart().inspect(value, IN_LINE));
}

/** Returns values as one text, as `console.log` does: a first text with `%s` and the like is a format. */
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

/** Returns the text of a value that is shown without {@link consolePart}, which most log lines do without; null for any other. */
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

/** A value of the script can throw as it is read. */
function read(show: () => unknown): string {
  try {
    return toText(show());
  } catch {
    return UNREADABLE;
  }
}
