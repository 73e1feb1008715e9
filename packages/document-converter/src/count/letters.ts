// Letters and digits: what is counted of a text. Spaces and signs may be other ones in Markdown.

const COUNTED = /[\p{L}\p{N}\p{M}]/u;
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
/** The weight of every UTF-16 code unit; 0: not weighed yet, 1: not counted. */
const WEIGHTS = new Uint32Array(0x1_00_00);
const NOT_COUNTED = 1;

/**
 * Returns the sum of weights of the letters and digits in a text. Two texts with the same ones have the same sum, in whatever order
 * and however they are divided; others have another, but for one in millions.
 */
export function weightOf(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const weight = WEIGHTS[code] ?? 0;
    if (weight > NOT_COUNTED) sum += weight;
    else if (weight === 0) sum += weigh(code);
  }
  return sum;
}

function weigh(code: number): number {
  // Halves of a character beyond 16 bits are counted: a text keeps both.
  const counts = (code >= 0xd800 && code < 0xe000) || COUNTED.test(String.fromCharCode(code));
  const mixed = Math.imul(Math.imul(code + 1, 0x9e37_79b1) ^ (code << 7), 0x85eb_ca6b) >>> 8;
  WEIGHTS[code] = counts ? mixed + 2 : NOT_COUNTED;
  return counts ? mixed + 2 : 0;
}

/** Returns the stretches of letters and digits in a text. */
export function wordsOf(text: string): string[] {
  return text.match(WORDS) ?? [];
}
