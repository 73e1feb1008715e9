import { quoted } from '../../base/kernel/quoted.js';

/** A field of a cron line: its name, the range of its numbers, and names for them. */
interface Field {
  name: string;
  least: number;
  most: number;
  names: readonly string[];
  example: string;
}

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const DAYS = 'SUN MON TUE WED THU FRI SAT'.split(' ');
const FIELDS: readonly Field[] = [
  { name: 'minute', least: 0, most: 59, names: [], example: '*/15' },
  { name: 'hour', least: 0, most: 23, names: [], example: '9-17' },
  {
    name: 'day of the month',
    least: 1,
    most: 31,
    names: [],
    example: '1,15 or L for the last day',
  },
  { name: 'month', least: 1, most: 12, names: MONTHS, example: 'JAN or 1-3' },
  { name: 'day of the week', least: 0, most: 6, names: DAYS, example: 'MON-FRI or FRI#2' },
];
const PART = /^([A-Z]{3}|\d{1,2})(?:-([A-Z]{3}|\d{1,2}))?(?:\/(\d{1,2}))?$/i;

/**
 * Returns a cron line in the library's syntax: a range that ends before it begins wraps around, such as `22-2` and
 * `SAT-MON` in Quartz, and a number with a step begins a range, such as `1/15` in cronie and Quartz. Anything else
 * stays unchanged.
 */
export function plainCron(line: string): string {
  const fields = line.split(' ');
  if (fields.length !== FIELDS.length) return line;
  return FIELDS.map((field, index) => {
    const [, plus = '', parts = ''] = /^(\+?)(.*)$/s.exec(fields[index] ?? '') ?? [];
    return (
      plus +
      parts
        .split(',')
        .map((part) => plainPart(field, part))
        .join(',')
    );
  }).join(' ');
}

function plainPart(field: Field, part: string): string {
  const [, first, last, step] = PART.exec(part) ?? [];
  if (first === undefined || (last === undefined && step === undefined)) return part;
  const { least, most } = field;
  const from = parseNumber(field, first);
  const to = last === undefined ? most : parseNumber(field, last);
  if (from === null || to === null || from < least || to < least) return part;
  // Sunday is also 7: a range may end with it, and one that begins with it continues from 0.
  const begin = from === 7 && most === 6 && to < 7 ? least : from;
  const stepped = step === undefined ? '' : `/${step}`;
  if (begin <= to) return `${begin}-${to}${stepped}`;
  if (begin > most || step === '0') return part;
  const count = Number(step ?? 1);
  const next = begin + Math.ceil((most + 1 - begin) / count) * count - (most + 1 - least);
  return [`${begin}-${most}${stepped}`, ...(next <= to ? [`${next}-${to}${stepped}`] : [])].join();
}

function parseNumber({ names, least }: Field, text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  const index = names.indexOf(text.toUpperCase());
  return index === -1 ? null : index + least;
}

/**
 * Returns the error of a line of five fields and its correction, as a sentence; `isTaken`: whether the library accepts
 * a line.
 */
export function cronAdvice(line: string, isTaken: (line: string) => boolean): string {
  const fields = line.split(' ');
  for (const [index, field] of FIELDS.entries())
    for (const part of (fields[index] ?? '').split(',')) {
      const alone = FIELDS.map((_, at) => (at === index ? part : '*')).join(' ');
      if (!isTaken(alone)) return describeInvalidPart(field, part);
    }
  return 'is not a line that can be read: write five fields, such as 30 2 * * MON-FRI';
}

function describeInvalidPart(field: Field, part: string): string {
  const { name, least, most, names, example } = field;
  if (part === '')
    return `has a ${name} with nothing before or behind a comma: leave out the comma`;
  const shown = quoted(part);
  const fromEnd = /^L-(\d+)$/i.exec(part)?.[1];
  if (name === 'day of the month' && fromEnd !== undefined)
    return `has ${shown}, days before the end of the month, which are not known here: write L for the last day, LW for the last weekday, or a day such as 28`;
  if (name === 'day of the week' && part.toUpperCase() === 'L')
    return `has ${shown} without its day: write SAT for each Saturday, or SATL for the last one of the month`;
  const [, , step] = /^(.+)\/(\d+)$/.exec(part) ?? [];
  const range = most - least + 1;
  if (step !== undefined && (Number(step) === 0 || Number(step) > range))
    return `has ${shown} for the ${name}, whose step must be from 1 to ${range}: write ${step === '0' ? '*' : String(least)} for it, or a smaller step`;
  const outside = (part.match(/\d+/g) ?? []).find(
    (digits) => Number(digits) < least || Number(digits) > most,
  );
  if (/^[\d/-]+$/.test(part) && outside !== undefined && step === undefined)
    return `has ${shown} for the ${name}, which goes from ${least} to ${most}: write a number of these`;
  const named = names.length === 0 ? '' : `, names such as ${names[1]}`;
  return `has ${shown} for the ${name}, which cannot be read: write numbers from ${least} to ${most}${named}, ranges, lists and steps, such as ${example}`;
}
