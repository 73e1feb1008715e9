import { messageOf } from './errors.js';
import { escapePointer, type Json, type JsonFault, MAX_JSON_DEPTH } from './json.js';

const QUOTE = 0x22;
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

/** Integers with fewer digits are exact as doubles. */
const LONG_INTEGER = 16;
/** Characters of a literal or a key that a message shows. */
const SHOWN = 60;

/**
 * The first fault that keeps a JSON text from being stored and sent on unchanged: too deep, a NUL, a lone surrogate, or
 * a number that would become another one. Null when there is none. The text must be valid JSON, of valid Unicode.
 * It takes one pass without copies, about 3 ms for 2 MB. `depth`: levels that do not count.
 */
export function findJsonTextFault(text: string, depth = 0): JsonFault | null {
  // Of each array or object that is open: the index within it, or where the key begins.
  const isList: boolean[] = [];
  const places: number[] = [];
  const last = (): number => places.length - 1;
  const fault = (message: string, count = places.length): JsonFault => ({
    pointer: pointerOf(text, isList.slice(0, count), places.slice(0, count)),
    message,
  });
  let isKeyNext = false;
  let at = 0;
  while (at < text.length) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      const { end, message } = readString(text, at);
      if (message !== null)
        return isKeyNext ? fault(`has a key that ${message}`, last()) : fault(message);
      if (isKeyNext) places[last()] = at;
      isKeyNext = false;
      at = end;
    } else if (char === MINUS || (char >= DIGIT_0 && char <= DIGIT_9)) {
      const { end, hasExponent } = readNumber(text, at);
      if (hasExponent || end - at >= LONG_INTEGER) {
        const message = numberFault(text.slice(at, end));
        if (message !== null) return fault(message);
      }
      at = end;
    } else {
      if (char === OPEN_LIST || char === OPEN_OBJECT) {
        if (places.length - depth >= MAX_JSON_DEPTH)
          return { ...fault(`is nested deeper than ${MAX_JSON_DEPTH} levels`), tooDeep: true };
        isList.push(char === OPEN_LIST);
        places.push(0);
        isKeyNext = char === OPEN_OBJECT;
      } else if (char === CLOSE_LIST || char === CLOSE_OBJECT) {
        isList.pop();
        places.pop();
        isKeyNext = false;
      } else if (char === COMMA) {
        isKeyNext = isList[last()] === false;
        if (!isKeyNext) places[last()] = (places[last()] ?? 0) + 1;
      }
      at += 1;
    }
  }
  return null;
}

/**
 * Why the number that a JSON literal stands for changes where JSON is read into doubles, as JavaScript does; null where
 * it stays. What counts is what would be told again: an integer must be the same integer, any number must be finite.
 * Decimals are rounded to some 17 digits, as every reader does.
 */
export function numberFault(literal: string): string | null {
  const value = Number(literal);
  const advice = 'give it as a string';
  if (!Number.isFinite(value))
    return `is the number ${shown(literal)}, which is larger than a double can be; ${advice}`;
  if (!/^-?\d+$/.test(literal) || value === 0 || Number.isSafeInteger(value)) return null;
  const told = String(value);
  if (told === literal || plainInteger(told) === BigInt(literal)) return null;
  return `is the integer ${shown(literal)}, which would become ${told}; ${advice}`;
}

/** What {@link JSON.parse} gives of a text without a fault of {@link findJsonTextFault}; else the fault, or why it is not JSON. */
export function parseExactly(text: string): { value: Json } | { fault: JsonFault } {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    return { fault: { pointer: '', message: `is not JSON: ${messageOf(error)}` } };
  }
  const fault = findJsonTextFault(text);
  return fault === null ? { value } : { fault };
}

/** `1.2e+21` as an integer. */
function plainInteger(told: string): bigint {
  const [mantissa = '', exponent = '0'] = told.split('e+');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return BigInt(whole + fraction) * 10n ** BigInt(Number(exponent) - fraction.length);
}

function shown(literal: string): string {
  return literal.length <= SHOWN ? literal : `${literal.slice(0, SHOWN)}…`;
}

function readNumber(text: string, from: number): { end: number; hasExponent: boolean } {
  let hasExponent = false;
  let at = from + 1;
  for (; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    // Digits, signs, the point, and the letter of an exponent; what comes behind a number is none of these.
    if ((char | 0x20) === SMALL_E) hasExponent = true;
    else if (char < 0x2b || char === COMMA || char > DIGIT_9) break;
  }
  return { end: at, hasExponent };
}

/** `end`: behind the closing quote. */
function readString(text: string, from: number): { end: number; message: string | null } {
  let isHalf = false;
  let message: string | null = null;
  let at = from + 1;
  for (; ; at += 1) {
    const char = text.charCodeAt(at);
    let unit = -1;
    if (char === BACKSLASH) {
      at += 1;
      if (text.charCodeAt(at) === SMALL_U) {
        unit = Number.parseInt(text.slice(at + 1, at + 5), 16);
        at += 4;
      }
    }
    if (unit === 0) message ??= 'contains a NUL character (U+0000), which cannot be stored';
    const isSecond = unit >= 0xdc00 && unit <= 0xdfff;
    if (isHalf !== isSecond)
      message ??= 'contains half of a surrogate pair, which is not a Unicode character';
    isHalf = unit >= 0xd800 && unit <= 0xdbff;
    // NaN is the end of a text that is none.
    if ((char === QUOTE && unit === -1) || Number.isNaN(char)) return { end: at + 1, message };
  }
}

function pointerOf(text: string, isList: boolean[], places: number[]): string {
  const parts = places.map((place, depth) => {
    if (isList[depth] === true) return `/${place}`;
    const key: unknown = JSON.parse(text.slice(place, readString(text, place).end));
    return `/${escapePointer(String(key))}`;
  });
  return parts.join('');
}
