import type { Json } from '../../base/kernel/json.js';
import { parseExactly } from '../../base/kernel/json-text.js';
import { plainLine } from './plain-text.js';
import { getJsonType, type ValueRule } from './schema-rule.js';

/** A typed value, or an error message such as `must be integer`. */
export type TypedValue = { value: Json } | { error: string };

/**
 * Interprets a typed text. If the rule requires text, the text is the value; if it lists values, it is one of those.
 * Otherwise it is parsed as JSON, with text as the fallback where the rule allows it. Lengths, bounds and the contents
 * of lists and objects are left to the validator.
 */
export function typedValue(typed: string, { types, choices, isClosed }: ValueRule): TypedValue {
  const chosen = choices.find((choice) => shown(choice) === typed);
  if (chosen !== undefined) return { value: chosen };
  if (isClosed) return { error: `must be one of ${choices.map(label).join(', ')}` };
  if (types.length === 0) return { value: jsonOr(typed) };
  const mayBeText = types.includes('string');
  const isText = types.every((type) => type === 'string');
  // If only a number is allowed, 05 means 5: users type behind a preset 0.
  const plain = mayBeText ? typed : typed.replace(/^(-?)0+(?=\d)/, '$1');
  const read = isText ? undefined : parsed(plain);
  // If the rule allows several types, a quoted value such as "5" is always text.
  if (read !== undefined && isOneOf(types, read) && !(mayBeText && isChanged(read)))
    return { value: read };
  return mayBeText ? { value: typed } : { error: `must be ${types.join(' or ')}` };
}

/** Returns the text that a user types for a value. */
export function shown(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the text like {@link shown}, sanitised for the terminal. */
export function label(value: Json): string {
  return plainLine(shown(value));
}

/**
 * Returns how a text would have to be typed for the required type, such as `["Ada"]` for a list, or null if there is no
 * advice.
 */
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

/**
 * Parses JSON. Returns the text itself if it is not JSON or contains a number that JSON would change, such as a long
 * id.
 */
export function jsonOr(text: string): Json {
  const value = parsed(text);
  return value === undefined || isChanged(value) ? text : value;
}

/** Returns undefined if the text is not JSON or parsing would change its value. */
function parsed(text: string): Json | undefined {
  const read = parseExactly(text);
  return 'value' in read ? read.value : undefined;
}

/** Returns whether a number is outside the range of exact integers. */
function isChanged(value: Json): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

function isOneOf(types: readonly string[], value: Json): boolean {
  const type = getJsonType(value);
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}
