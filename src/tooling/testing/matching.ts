import { isJsonObject, type Json } from '../../base/kernel/json.js';
import { safePattern } from '../../base/schema/safe-pattern.js';
import type { TextMatch } from './test-case.js';

/** Returns whether two JSON values are equal; the order of members does not matter. */
export function sameJson(one: Json, other: Json): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return (
      one.length === other.length && one.every((item, at) => sameJson(item, other[at] ?? null))
    );
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameJson(one[key] ?? null, other[key] ?? null))
  );
}

/** Returns whether `actual` includes `expected`: objects may have more members, lists must have equal lengths. */
export function includesJson(actual: Json, expected: Json): boolean {
  if (Array.isArray(actual) && Array.isArray(expected))
    return (
      actual.length === expected.length &&
      actual.every((item, at) => includesJson(item, expected[at] ?? null))
    );
  if (!isJsonObject(actual) || !isJsonObject(expected)) return sameJson(actual, expected);
  return Object.keys(expected).every(
    (key) => Object.hasOwn(actual, key) && includesJson(actual[key] ?? null, expected[key] ?? null),
  );
}

/** Returns the part of `actual` that `expected` mentions, so that their difference shows nothing else. */
export function selectMentioned(actual: Json, expected: Json): Json {
  if (Array.isArray(actual) && Array.isArray(expected))
    return actual.map((item, at) => {
      const wanted = expected[at];
      return wanted === undefined ? item : selectMentioned(item, wanted);
    });
  if (!isJsonObject(actual) || !isJsonObject(expected)) return actual;
  return Object.fromEntries(
    Object.entries(actual)
      .filter(([key]) => Object.hasOwn(expected, key))
      .map(([key, value]) => [key, selectMentioned(value, expected[key] ?? null)]),
  );
}

/** Returns JSON for people: members sorted, so that two values can be compared line by line. */
export function shownJson(value: Json): string {
  return JSON.stringify(sorted(value), null, 2);
}

/** Returns the difference between a text and `match`; null if it matches. */
export function textDifference(text: string, match: TextMatch): string | null {
  if (match.equals !== undefined && text !== match.equals) return 'is another text';
  if (match.contains !== undefined && !text.includes(match.contains))
    return `does not contain ${JSON.stringify(match.contains)}`;
  if (match.matches !== undefined && !safePattern(match.matches).test(text))
    return `does not match ${JSON.stringify(match.matches)}`;
  return null;
}

/** Returns whether `text` matches `pattern`, in which * stands for any characters. */
export function matchesStars(pattern: string, text: string): boolean {
  const [head = '', ...parts] = pattern.split('*');
  const tail = parts.pop();
  if (tail === undefined) return text === head;
  if (!text.startsWith(head)) return false;
  let at = head.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - tail.length >= at && text.endsWith(tail);
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key] ?? null)]),
  );
}
