import type { Json } from '../../base/kernel/json.js';
import { parseExactly } from '../../base/kernel/json-text.js';
import { plainLine } from './plain-text.js';
import { typeOf, type ValueRule } from './schema-rule.js';

/** A value that was typed, or why it cannot be meant: `must be integer`. */
export type TypedValue = { value: Json } | { error: string };

/**
 * Returns the value of a typed text. Where the rule wants text it is text as it stands; where it names values, one of these;
 * else it is what it reads as in JSON, and text where that is none and text may be given. Lengths, bounds and what is
 * within a list or an object are for the validator.
 */
export function typedValue(typed: string, { types, choices, isClosed }: ValueRule): TypedValue {
  const chosen = choices.find((choice) => shown(choice) === typed);
  if (chosen !== undefined) return { value: chosen };
  if (isClosed) return { error: `must be one of ${choices.map(label).join(', ')}` };
  if (types.length === 0) return { value: jsonOr(typed) };
  const mayBeText = types.includes('string');
  const isText = types.every((type) => type === 'string');
  // Where only a number can be meant, 05 is one: it comes of typing behind a preset 0.
  const plain = mayBeText ? typed : typed.replace(/^(-?)0+(?=\d)/, '$1');
  const read = isText ? undefined : parsed(plain);
  // With a choice of types what is in quotes is text in any case, as "5" is.
  if (read !== undefined && isOneOf(types, read) && !(mayBeText && isChanged(read)))
    return { value: read };
  return mayBeText ? { value: typed } : { error: `must be ${types.join(' or ')}` };
}

/** Returns what a user types for a value. */
export function shown(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** As {@link shown}, for the terminal. */
export function label(value: Json): string {
  return plainLine(shown(value));
}

/** Returns a text as it would have to be typed for a value of a type, such as `["Ada"]` for a list; null without advice. */
export function typedAs(typed: string, { types, items }: ValueRule): string | null {
  if (types.includes('array')) {
    const parts = typed.split(',').map((part) => part.trim());
    const values = parts.map((part) => (items.includes('string') ? part : jsonOr(part)));
    return JSON.stringify(values);
  }
  if (types.includes('object')) return '{"name": "value"}';
  if (types.includes('integer')) return '3';
  if (types.includes('number')) return '3.5';
  return types.includes('boolean') ? 'true' : null;
}

/** JSON; or the text itself where it is none, or where a number of JSON is another one, as of long ids. */
export function jsonOr(text: string): Json {
  const value = parsed(text);
  return value === undefined || isChanged(value) ? text : value;
}

/** Undefined where it is no JSON, or would be another value than it says. */
function parsed(text: string): Json | undefined {
  const read = parseExactly(text);
  return 'value' in read ? read.value : undefined;
}

/** Returns whether a number is beyond those that are exact. */
function isChanged(value: Json): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

function isOneOf(types: readonly string[], value: Json): boolean {
  const type = typeOf(value);
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}
