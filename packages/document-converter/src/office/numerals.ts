/** Returns a number as displayed in lists and headings; `format` as named by Word and OpenDocument. */
export function numeral(ordinal: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
    case 'lowerAlpha':
    case 'a':
      return letters(ordinal);
    case 'upperLetter':
    case 'upperAlpha':
    case 'A':
      return letters(ordinal).toUpperCase();
    case 'lowerRoman':
    case 'i':
      return roman(ordinal);
    case 'upperRoman':
    case 'I':
      return roman(ordinal).toUpperCase();
    case 'decimalZero':
      return String(ordinal).padStart(2, '0');
    default:
      return String(ordinal);
  }
}

function letters(ordinal: number): string {
  const at = Math.max(0, ordinal - 1);
  return String.fromCharCode(97 + (at % 26)).repeat(Math.min(10, Math.floor(at / 26) + 1));
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function roman(ordinal: number): string {
  let rest = Math.min(3999, Math.max(1, ordinal));
  let out = '';
  for (const [value, sign] of ROMAN) for (; rest >= value; rest -= value) out += sign;
  return out;
}
