// Letters and digits are the counted part of a text. Spaces and other characters may differ in Markdown.

const COUNTED = /[\p{L}\p{N}\p{M}]/u;
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
/** Weight of each UTF-16 code unit, 0 for those not counted. A page of 256 is filled when it is first needed. */
const WEIGHTS = new Int32Array(0x1_00_00);
const FILLED = new Uint8Array(0x1_00);
/** Buffer for long texts: reading a copy from it is several times as fast. */
const UNITS = new Uint16Array(4096);
const BYTES = Buffer.from(UNITS.buffer);
const LONG = 64;

fill(0);

/**
 * Returns the 32-bit sum of the weights of all letters and digits in a text. Texts with the same letters and digits
 * have the same sum, whatever their order and division; other texts differ, except for one in billions.
 */
export function computeWeight(text: string): number {
  const { length } = text;
  if (length > UNITS.length) return weightOfLonger(text);
  let sum = 0;
  let units = 0;
  if (length < LONG)
    for (let at = 0; at < length; at += 1) {
      const unit = text.charCodeAt(at);
      units |= unit;
      sum = (sum + (WEIGHTS[unit] ?? 0)) | 0;
    }
  else {
    BYTES.write(text, 'utf16le');
    for (let at = 0; at < length; at += 1) {
      const unit = UNITS[at] ?? 0;
      units |= unit;
      sum = (sum + (WEIGHTS[unit] ?? 0)) | 0;
    }
  }
  return units < 0x1_00 ? sum : weightOfAny(text);
}

function weightOfLonger(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += UNITS.length)
    sum = (sum + computeWeight(text.slice(at, at + UNITS.length))) | 0;
  return sum;
}

/** Weighs a text in any script. */
function weightOfAny(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (FILLED[unit >> 8] === 0) fill(unit >> 8);
    sum = (sum + (WEIGHTS[unit] ?? 0)) | 0;
  }
  return sum;
}

function fill(page: number): void {
  FILLED[page] = 1;
  for (let unit = page << 8; unit < (page + 1) << 8; unit += 1) {
    // Surrogates are counted without a lookup, since a text always keeps both halves of a pair.
    const counts = (unit >= 0xd800 && unit < 0xe000) || COUNTED.test(String.fromCharCode(unit));
    if (counts) WEIGHTS[unit] = mixed(unit + 1) || 1;
  }
}

/** Returns a hash of a number, so that neighbouring numbers have unrelated bits. */
function mixed(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x85eb_ca6b);
  const twice = Math.imul((once ^ (once >>> 13)) + 0x9e37_79b9, 0xc2b2_ae35);
  return twice ^ (twice >>> 16);
}

/** Returns the runs of letters and digits in a text. */
export function extractWords(text: string): string[] {
  return text.match(WORDS) ?? [];
}
