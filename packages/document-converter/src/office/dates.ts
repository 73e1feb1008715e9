// Dates and times of cells, which are numbers with a date format.

/** Primary language id of English in Windows locales. */
const ENGLISH = 9;

/** SheetJS's number formatter, `SSF`. */
export interface NumberFormats {
  is_date(format: string): boolean;
  format(format: string, value: number | string, options: { date1904: boolean }): string;
}

export interface DateText {
  /** Displayed value as ISO 8601, with a space before the time: date, time, or both. */
  iso: string;
  /** The displayed text if it is unambiguous, otherwise ISO 8601. */
  shown: string;
}

/** @returns undefined if the format has no date or time */
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

/** Returns the ISO format with the same parts as a format, as the first engine does. */
function isoFormat(format: string): string {
  const codes = extractDateCodes(format);
  const parts = [hasDate(codes) ? 'yyyy-mm-dd' : '', /[hs]/i.test(codes) ? 'hh:mm:ss' : ''];
  return parts.filter((part) => part !== '').join(' ') || 'yyyy-mm-dd';
}

/** Returns whether a format displays an unambiguous date in a language that the library supports. */
function isPlain(format: string): boolean {
  const language = /\[\$[^\]-]*-([\dA-Fa-f]+)/.exec(format)?.[1];
  if (language !== undefined && (Number.parseInt(language, 16) & 0x3ff) !== ENGLISH) return false;
  const codes = extractDateCodes(format);
  return /mmm/i.test(codes) || !hasDate(codes);
}

/** Returns the codes for the parts of a date or time in a format, without literal text. */
function extractDateCodes(format: string): string {
  const [first = ''] = format.split(';');
  return first.replaceAll(/"[^"]*"|\\.|\[\$[^\]]*\]|_.|\*.|am\/pm|a\/p/gi, '');
}

function hasDate(codes: string): boolean {
  return /[dy]|mmm/i.test(codes);
}
