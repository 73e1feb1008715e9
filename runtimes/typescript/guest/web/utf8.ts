import { apply, charCodeAt, fromCharCode, subarray, Uint8ArrayClass } from '../intrinsics.js';

const REPLACEMENT = 0xfffd;
/** Number of UTF-16 units made into text in one call: `fromCharCode` takes them on the stack. */
const PART = 4096;

/** Returns the UTF-8 of `text`; a lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8ArrayClass(text.length * 3);
  const { written } = encodeUtf8Into(text, bytes);
  return new Uint8ArrayClass(subarray(bytes, 0, written));
}

/** Writes as many whole characters as fit; returns the numbers of UTF-16 units read and bytes written. */
export function encodeUtf8Into(text: string, bytes: Uint8Array): { read: number; written: number } {
  let written = 0;
  for (let index = 0; index < text.length; index += 1) {
    const point = codePointAt(text, index);
    const size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (written + size > bytes.length) return { read: index, written };
    if (size === 1) bytes[written] = point;
    else {
      const lead = size === 2 ? 0xc0 : size === 3 ? 0xe0 : 0xf0;
      bytes[written] = lead | (point >> (6 * (size - 1)));
      for (let next = 1; next < size; next += 1)
        bytes[written + next] = 0x80 | ((point >> (6 * (size - 1 - next))) & 0x3f);
    }
    written += size;
    if (size === 4) index += 1;
  }
  return { read: text.length, written };
}

function codePointAt(text: string, index: number): number {
  const unit = charCodeAt(text, index);
  if (unit < 0xd800 || unit > 0xdfff) return unit;
  const next = index + 1 < text.length ? charCodeAt(text, index + 1) : 0;
  if (unit > 0xdbff || next < 0xdc00 || next > 0xdfff) return REPLACEMENT;
  return 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00);
}

/** Builds text from UTF-16 units, in parts. */
export class TextBuilder {
  private text = '';
  private units: number[] = [];

  addUnit(unit: number): void {
    this.units[this.units.length] = unit;
    if (this.units.length < PART) return;
    this.text = this.take();
  }

  addPoint(point: number): void {
    if (point < 0x10000) return this.addUnit(point);
    this.addUnit(0xd800 + ((point - 0x10000) >> 10));
    this.addUnit(0xdc00 + ((point - 0x10000) & 0x3ff));
  }

  take(): string {
    const text = this.text + apply(fromCharCode, null, this.units);
    this.text = '';
    this.units = [];
    return text;
  }
}

/**
 * The decoder of https://encoding.spec.whatwg.org/#utf-8-decoder; a character may begin in one part and end in the
 * next.
 */
export class Utf8Decoder {
  private point = 0;
  private needed = 0;
  private lower = 0x80;
  private upper = 0xbf;

  /** Decodes bytes; calls `malformed`, which may throw, for each malformed sequence. */
  decode(bytes: Uint8Array, into: TextBuilder, last: boolean, malformed: () => void): void {
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index] ?? 0;
      if (this.needed === 0) {
        if (byte < 0x80) into.addUnit(byte);
        else if (!this.begin(byte)) malformed();
      } else if (byte < this.lower || byte > this.upper) {
        this.reset();
        malformed();
        // The byte may itself begin a character.
        index -= 1;
      } else {
        this.lower = 0x80;
        this.upper = 0xbf;
        this.point = (this.point << 6) | (byte & 0x3f);
        this.needed -= 1;
        if (this.needed === 0) into.addPoint(this.point);
      }
    }
    if (!last || this.needed === 0) return;
    this.reset();
    malformed();
  }

  private begin(byte: number): boolean {
    if (byte < 0xc2 || byte > 0xf4) return false;
    this.needed = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    this.point = byte & (0x3f >> this.needed);
    // Overlong forms, surrogates and characters beyond U+10FFFF are detected at their second byte.
    if (byte === 0xe0) this.lower = 0xa0;
    if (byte === 0xed) this.upper = 0x9f;
    if (byte === 0xf0) this.lower = 0x90;
    if (byte === 0xf4) this.upper = 0x8f;
    return true;
  }

  private reset(): void {
    this.needed = 0;
    this.lower = 0x80;
    this.upper = 0xbf;
  }
}

/** Decodes all of `bytes`; malformed sequences become U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  const text = new TextBuilder();
  new Utf8Decoder().decode(bytes, text, true, () => text.addUnit(REPLACEMENT));
  return text.take();
}

/**
 * Creates the functions on first use.
 * @see scripts/in-one-function.mjs
 * @public the build calls it
 */
export function makeUtf8() {
  return { encodeUtf8, encodeUtf8Into, decodeUtf8, TextBuilder, Utf8Decoder };
}
