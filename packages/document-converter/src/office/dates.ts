// Dates and times of cells: numbers that a format shows as such.

/** The primary language of a locale of Windows that is English. */
const ENGLISH = 9;

/** The formatter of numbers: SheetJS's `SSF`. */
export interface NumberFormats {
  is_date(format: string): boolean;
  format(format: string, value: number | string, options: { date1904: boolean }): string;
}

export interface DateText {
  /** The shown value as ISO 8601, with a space before the time: date, time, or both. */
  iso: string;
  /** As the cell shows it if that is unambiguous, else ISO. */
  shown: string;
}

/** @returns undefined if the format shows no date or time */
export function dateText(
  value: number,
  format: string,
  options: { date1904: boolean },
  formats: NumberFormats,
): DateText | undefined {
  if (!formats.is_date(format)) return undefined;
  const iso = formats.format(isoFormat(format), value, options);
  return { iso, shown: isPlain(format) ? formats.format(format, value, options).trim() : iso };
}

/** The first engine omits what a format omits. */
function isoFormat(format: string): string {
  const codes = codesOf(format);
  const parts = [hasDate(codes) ? 'yyyy-mm-dd' : '', /[hs]/i.test(codes) ? 'hh:mm:ss' : ''];
  return parts.filter((part) => part !== '').join(' ') || 'yyyy-mm-dd';
}

/** Returns whether a format shows an unambiguous date, in a language that the library writes. */
function isPlain(format: string): boolean {
  const language = /\[\$[^\]-]*-([\dA-Fa-f]+)/.exec(format)?.[1];
  if (language !== undefined && (Number.parseInt(language, 16) & 0x3ff) !== ENGLISH) return false;
  const codes = codesOf(format);
  return /mmm/i.test(codes) || !hasDate(codes);
}

/** Returns the codes for parts of a date or time in a format, without its texts. */
function codesOf(format: string): string {
  const [first = ''] = format.split(';');
  return first.replaceAll(/"[^"]*"|\\.|\[\$[^\]]*\]|_.|\*.|am\/pm|a\/p/gi, '');
}

function hasDate(codes: string): boolean {
  return /[dy]|mmm/i.test(codes);
}
