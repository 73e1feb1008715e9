import { type Losses, quoted } from '../input/losses.js';
import { type CellContent, isBlank, linked, styled } from './cell.js';
import { safeUrl } from '../input/urls.js';
import { general } from './numbers.js';
import { reportRunning } from './running.js';
import { type Spot, spotName } from './sheet.js';
import { type CellStyle, type Styles } from './xlsx/styles.js';

const LINK = /^\s*HYPERLINK\(\s*"((?:[^"]|"")*)"/i;

/** Returns the displayed values of cells and reports hidden ones. */
export class Values {
  constructor(
    private readonly styles: Styles,
    private readonly losses: Losses,
    private readonly sheet: string,
  ) {}

  number(value: number, { code, style }: CellStyle, spot: Spot): CellContent {
    const shown = this.styles.numbers.show(value, code);
    if (shown !== '') return styled(shown, style);
    this.#hidden(spot);
    return general(value);
  }

  text(content: CellContent, { code, style }: CellStyle, spot: Spot): CellContent {
    // Three empty sections hide only numbers; a fourth one hides text as well.
    if (/^;;;$/.test(code.trim()) && !isBlank(content)) this.#hidden(spot);
    if (typeof content === 'string')
      return styled(content === '' ? '' : this.styles.numbers.showText(content, code), style);
    return content;
  }

  /** Returns the stored result of a formula cell, otherwise the formula. */
  formula(result: CellContent, formula: string, spot: Spot): CellContent {
    const target = LINK.exec(formula)?.[1]?.replaceAll('""', '"');
    if (!isBlank(result)) return target === undefined ? result : linked(result, safeUrl(target));
    if (formula.trim() === '') return result;
    this.losses.add('Formulas without a stored result were kept as formulas', () => this.#at(spot));
    return `=${formula.trim()}`;
  }

  /** Reports a header or footer of the sheet. */
  running(kind: 'Headers' | 'Footers', written: string): void {
    reportRunning(kind, written, this.sheet, this.losses);
  }

  #hidden(spot: Spot): void {
    this.losses.add('Values that their format hides were kept', () => this.#at(spot));
  }

  #at(spot: Spot): string {
    return `${spotName(spot)} of ${quoted(this.sheet)}`;
  }
}

/** Returns a date in readable form, and other values unchanged. */
export function dateOrText(value: string): string {
  return value
    .replace(/^(\d{4}-\d\d-\d\d)T00:00:00(?:\.0+)?Z?$/, '$1')
    .replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ');
}

const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};

/** Returns the text of an error code. */
export function errorText(code: number): string {
  return ERRORS[code] ?? `#ERROR ${code}`;
}
