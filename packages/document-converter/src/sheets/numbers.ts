// Numbers as displayed by cell formats.
import { dateText, type NumberFormats } from '../office/dates.js';

/** Formats without need of a formatter, by number. */
const KNOWN: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  49: '@',
};
/** Formats that only set the number of decimals. */
const PLAIN = /^(#,##)?0(?:\.(0{1,9}))?(%)?$/;
const QUOTED = /"[^"]*"|\\./g;
const QUOTED_OR_GENERAL = /"[^"]*"|\\.|general/gi;
/** Maximum number of cached results of one format, for cells with equal values. */
const MAX_KEPT = 20_000;

type Formatter = NumberFormats & { get_table(): Record<number, string> };

/** The formats of a workbook by the numbers used in cells. */
export class Numbers {
  date1904 = false;
  readonly #codes = new Map<number, string>();
  readonly #shown = new Map<string, Map<number, string>>();
  #formats: Formatter | undefined;

  /** @param formats formatter, if it is already loaded */
  constructor(formats?: Formatter) {
    this.#formats = formats;
  }

  define(id: number, code: string): void {
    this.#codes.set(id, code);
  }

  /** Loads the formatter if one of these formats needs it. */
  async prepare(ids: Iterable<number>): Promise<void> {
    for (const id of ids) {
      const code = this.#codes.get(id) ?? KNOWN[id];
      if (code === undefined || (!isGeneral(code) && !PLAIN.test(code))) {
        this.#formats = (await import('@e965/xlsx')).SSF;
        return;
      }
    }
  }

  resolveFormatCode(id: number): string {
    return this.#codes.get(id) ?? KNOWN[id] ?? this.#formats?.get_table()[id] ?? 'General';
  }

  /** Returns a text with the additional text of its format. */
  showText(value: string, code: string): string {
    if (code === '@' || !code.includes('@') || this.#formats === undefined) return value;
    try {
      return this.#formats.format(code, value, { date1904: false }) || value;
    } catch {
      return value;
    }
  }

  show(value: number, code: string): string {
    if (isGeneral(code)) return general(value);
    let kept = this.#shown.get(code);
    if (kept === undefined) this.#shown.set(code, (kept = new Map()));
    const known = kept.get(value);
    if (known !== undefined) return known;
    const shown = this.#format(value, code);
    if (kept.size < MAX_KEPT) kept.set(value, shown);
    return shown;
  }

  #format(value: number, code: string): string {
    const plain = PLAIN.exec(code);
    if (plain !== null && Math.abs(value) < 1e15) return decimals(value, plain);
    const formats = this.#formats;
    if (formats === undefined) return general(value);
    const options = { date1904: this.date1904 };
    try {
      const date = dateText(value, code, options, formats);
      return date?.shown ?? formats.format(withGeneral(code, value), value, options).trim();
    } catch {
      return general(value);
    }
  }
}

/** Replaces `General` in a format by the number, since the formatter drops the other text of a format with it. */
function withGeneral(code: string, value: number): string {
  if (!/general/i.test(code)) return code;
  // A format with several sections displays negative numbers without a sign.
  const isUnsigned = code.replaceAll(QUOTED, '').includes(';');
  const shown = general(isUnsigned ? Math.abs(value) : value);
  return code.replaceAll(QUOTED_OR_GENERAL, (found) =>
    /^general$/i.test(found) ? `"${shown}"` : found,
  );
}

function isGeneral(code: string): boolean {
  return code === 'General' || code === '@' || code === '';
}

/** Returns a number with all of its digits, except for those of its binary representation. */
export function general(value: number): string {
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(15)));
}

function decimals(value: number, [, grouped, after = '', percent]: RegExpExecArray): string {
  const amount = Math.abs(percent === undefined ? value : Number((value * 100).toPrecision(15)));
  const digits = after.length;
  const rounded = Number(`${Math.round(Number(`${amount}e${digits}`))}e-${digits}`);
  const fixed = (Number.isFinite(rounded) ? rounded : amount).toFixed(digits);
  const text =
    grouped === undefined ? fixed : fixed.replaceAll(/(?<!\.\d*)\B(?=(?:\d{3})+(?!\d))/g, ',');
  const sign = value < 0 && Number(fixed) !== 0 ? '-' : '';
  return sign + text + (percent ?? '');
}
