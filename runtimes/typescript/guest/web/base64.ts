import {
  apply,
  charCodeAt,
  fromCharCode,
  subarray,
  toText,
  Uint8ArrayClass,
} from '../intrinsics.js';
import { DOMException } from './dom-exception.js';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PADDING = 61;
/** Number of characters made in one call: `fromCharCode` takes them as arguments, on the stack. */
const PART = 4096;

const codes = new Uint8ArrayClass(64);
/** The value of each digit by its code; 64 for other characters. */
const values = new Uint8ArrayClass(128);
for (let code = 0; code < 128; code += 1) values[code] = 64;
for (let index = 0; index < 64; index += 1) {
  const code = charCodeAt(DIGITS, index);
  codes[index] = code;
  values[code] = index;
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  let part: number[] = [];
  for (let index = 0; index < bytes.length; index += 3) {
    const left = bytes.length - index;
    const three =
      ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    const at = part.length;
    part[at] = codes[three >> 18] ?? 0;
    part[at + 1] = codes[(three >> 12) & 63] ?? 0;
    part[at + 2] = left > 1 ? (codes[(three >> 6) & 63] ?? 0) : PADDING;
    part[at + 3] = left > 2 ? (codes[three & 63] ?? 0) : PADDING;
    if (part.length < PART) continue;
    text += apply(fromCharCode, null, part);
    part = [];
  }
  return text + apply(fromCharCode, null, part);
}

/**
 * Decodes base64; returns null if `text` is invalid. White space is skipped and padding may be missing, as in `atob`.
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8ArrayClass((text.length * 3) >> 2);
  let length = 0;
  let digits = 0;
  let padding = 0;
  let held = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = charCodeAt(text, index);
    if (code === 32 || (code >= 9 && code <= 13 && code !== 11)) continue;
    if (code === PADDING) {
      padding += 1;
      continue;
    }
    const value = values[code] ?? 64;
    if (value > 63 || padding > 0) return null;
    held = ((held << 6) | value) & 0xffffff;
    digits += 1;
    const digit = digits % 4;
    if (digit === 1) continue;
    bytes[length] = (held >> (digit === 0 ? 0 : 8 - 2 * digit)) & 255;
    length += 1;
  }
  const rest = digits % 4;
  if (rest === 1 || padding > 2 || (padding > 0 && (rest + padding) % 4 !== 0)) return null;
  return subarray(bytes, 0, length);
}

function atob(data: unknown): string {
  const bytes = fromBase64(toText(data));
  if (bytes === null)
    throw new DOMException('atob: the text is not base64', 'InvalidCharacterError');
  return toBinary(bytes);
}

function btoa(data: unknown): string {
  const text = toText(data);
  const bytes = new Uint8ArrayClass(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const code = charCodeAt(text, index);
    if (code > 255)
      throw new DOMException(
        'btoa: the text has characters beyond U+00FF; encode it with TextEncoder first',
        'InvalidCharacterError',
      );
    bytes[index] = code;
  }
  return toBase64(bytes);
}

/** Returns bytes as text with one character per byte. */
function toBinary(bytes: Uint8Array<ArrayBuffer>): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += PART)
    text += apply(fromCharCode, null, subarray(bytes, from, from + PART) as never);
  return text;
}

/** Creates the functions on first use. @see scripts/in-one-function.mjs */
export function makeBase64() {
  return { atob, btoa, fromBase64, toBase64 };
}
