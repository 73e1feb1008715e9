import { escapePointer, type Json, type JsonIssue, MAX_JSON_DEPTH, textIssue } from './json.js';

const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const SMALL_E = 0x65;
const SMALL_U = 0x75;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Digits below which integers are exact as doubles, and decimals finite. */
const LONG_INTEGER = 16;
const MINUS_ZERO = /^-0*(?:\.0*)?(?:e.*)?$/i;
/** Characters of a literal or a key that a message shows. */
const SHOWN = 60;

/** Limits of a text: its number of values, and the members of all its objects together. */
export interface MostValues {
  values: number;
  members: number;
}

const UNLIMITED: MostValues = { values: Infinity, members: Infinity };

/**
 * Returns the first reason why a JSON text cannot be parsed quickly, stored, and sent on unchanged: excessive nesting,
 * too many values, a NUL, a lone surrogate, or a number that would change. Null if there is no such reason. Takes one
 * pass without copies, about 5 ms for 2 MB; for a text that is not JSON it may return null or any issue. `outer`: levels that
 * do not count; `isComputed`: the numbers were computed, as by a script, so that -0 is acceptable for 0.
 */
export function findJsonTextIssue(
  text: string,
  outer = 0,
  most = UNLIMITED,
  isComputed = false,
): JsonIssue | null {
  // For each open array or object: the index within it, or the start of the key.
  const isList: boolean[] = [];
  const places: number[] = [];
  const issue = (message: string, count = places.length): JsonIssue => ({
    pointer: buildPointer(text, isList, places.slice(0, count)),
    message,
  });
  let values = 1;
  let members = 0;
  let isKeyNext = false;
  let at = 0;
  while (at < text.length) {
    const char = text.charCodeAt(at);
    const inner = places.length - 1;
    if (char === QUOTE) {
      const end = endOfString(text, at);
      if (end < 0) {
        const message = textIssue(unquoted(text.slice(at, -end))) ?? 'is not text';
        return isKeyNext ? issue(`has a key that ${message}`, inner) : issue(message);
      }
      if (isKeyNext) {
        places[inner] = at;
        members += 1;
      }
      isKeyNext = false;
      at = end;
    } else if (char === MINUS || (char >= DIGIT_0 && char <= DIGIT_9)) {
      const end = endOfNumber(text, at);
      const literal = end < 0 ? text.slice(at, -end) : '';
      const isLeft = literal === '' || (isComputed && MINUS_ZERO.test(literal));
      const message = isLeft ? null : numberIssue(literal);
      if (message !== null) return issue(message);
      at = Math.abs(end);
    } else {
      if (char === OPEN_LIST || char === OPEN_OBJECT) {
        if (places.length - outer >= MAX_JSON_DEPTH)
          return { ...issue(`is nested deeper than ${MAX_JSON_DEPTH} levels`), tooLarge: true };
        values += 1;
        isList.push(char === OPEN_LIST);
        places.push(0);
        isKeyNext = char === OPEN_OBJECT;
      } else if (char === CLOSE_LIST || char === CLOSE_OBJECT) {
        isList.pop();
        places.pop();
        isKeyNext = false;
      } else if (char === COMMA && inner >= 0) {
        values += 1;
        isKeyNext = isList[inner] === false;
        if (!isKeyNext) places[inner] = (places[inner] ?? 0) + 1;
      }
      at += 1;
    }
    if (values > most.values) return tooMany(`${most.values} values`);
    if (members > most.members) return tooMany(`${most.members} members of objects`);
  }
  return null;
}

function tooMany(allowed: string): JsonIssue {
  return { pointer: '', message: `holds more than ${allowed}`, tooLarge: true };
}

/**
 * Returns why a JSON number changes when it is read into a double, as JavaScript does; null if it does not. The number
 * as serialized again counts: an integer must be the same integer, any number must be finite, only zero may become
 * zero, and zero must keep its sign. Decimals are rounded to some 17 digits, as every reader does.
 */
export function numberIssue(literal: string): string | null {
  const value = Number(literal);
  const advice = 'give it as a string';
  if (!Number.isFinite(value))
    return `is the number ${shown(literal)}, which is larger than a double can be; ${advice}`;
  if (value === 0 && /^[^e]*[1-9]/i.test(literal))
    return `is the number ${shown(literal)}, which is smaller than a double can be, and would become 0; ${advice}`;
  if (MINUS_ZERO.test(literal))
    return `is the number ${shown(literal)}, which would become 0; give 0, or ${advice}`;
  if (!/^-?\d+$/.test(literal) || Number.isSafeInteger(value)) return null;
  const serialized = String(value);
  if (serialized === literal || plainInteger(serialized) === BigInt(literal)) return null;
  return `is the integer ${shown(literal)}, which would become ${serialized}; ${advice}`;
}

/**
 * Returns the value of a text in which {@link findJsonTextIssue} finds no issue; otherwise the issue, or why the text
 * is not JSON.
 */
export function parseExactly(
  text: string,
  most = UNLIMITED,
): { value: Json } | { issue: JsonIssue } {
  const issue = findJsonTextIssue(text, 0, most);
  if (issue?.tooLarge) return { issue };
  try {
    const value = JSON.parse(text) as Json;
    return issue === null ? { value } : { issue };
  } catch (error) {
    return {
      issue: {
        pointer: '',
        message: `is not JSON: ${error instanceof Error ? error.message : String(error)}`,
        notJson: true,
      },
    };
  }
}

/** Returns the integer that a text such as `1.2e+21` denotes. */
function plainInteger(serialized: string): bigint {
  const [mantissa = '', exponent = '0'] = serialized.split('e+');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return BigInt(whole + fraction) * 10n ** BigInt(Number(exponent) - fraction.length);
}

function shown(literal: string): string {
  return literal.length <= SHOWN ? literal : `${literal.slice(0, SHOWN)}…`;
}

/** Returns the end of a number; negative if the number may change. */
function endOfNumber(text: string, from: number): number {
  let hasExponent = false;
  let at = from + 1;
  for (; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    // Digits, signs, the point, and the letter of an exponent; no character that follows a number is one of these.
    if ((char | 0x20) === SMALL_E) hasExponent = true;
    else if (char < PLUS || char === COMMA || char > DIGIT_9) break;
  }
  const mayChange = hasExponent || at - from >= LONG_INTEGER || text.startsWith('-0', from);
  return mayChange ? -at : at;
}

/** Returns the index after the closing quote of a string; negative if an escape in the string is not a character. */
function endOfString(text: string, from: number): number {
  let isFine = true;
  let isHalf = false;
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    let unit = -1;
    if (char === BACKSLASH) {
      at += 1;
      if (text.charCodeAt(at) === SMALL_U) {
        unit = Number.parseInt(text.slice(at + 1, at + 5), 16);
        at += 4;
      }
    }
    // A lone surrogate must be escaped: the text itself is valid Unicode.
    const isSecond = unit >= 0xdc00 && unit <= 0xdfff;
    if (unit === 0 || isHalf !== isSecond) isFine = false;
    isHalf = unit >= 0xd800 && unit <= 0xdbff;
    if (char === QUOTE) return isFine ? at + 1 : -(at + 1);
  }
  return text.length;
}

function buildPointer(text: string, isList: readonly boolean[], places: readonly number[]): string {
  const parts = places.map((place, depth) => {
    if (isList[depth] === true) return `/${place}`;
    return `/${escapePointer(unquoted(text.slice(place, Math.abs(endOfString(text, place)))))}`;
  });
  return parts.join('');
}

/** Returns the text that a JSON string denotes, or the literal itself if it is invalid. */
function unquoted(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
}
