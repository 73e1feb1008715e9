import { findAttribute, decodeXml, type XmlHandler } from '../../input/xml-events.js';
import { type Style } from '../../tree.js';
import { Numbers } from '../numbers.js';
import { readStyle } from './strings.js';

/** The style of cells. */
export interface CellStyle {
  /** Code of the number format. */
  code: string;
  style: Style;
}

/** The styles of a workbook by the numbers used in cells. */
export class Styles {
  readonly numbers = new Numbers();
  readonly fonts: Style[] = [];
  readonly #formats: { format: number; font: number }[] = [];
  #ready: CellStyle[] = [];

  addFormat(format: number, font: number): void {
    this.#formats.push({ format, font });
  }

  /** Loads the formatter if needed. Must be called once all styles are known. */
  async prepare(): Promise<void> {
    await this.numbers.prepare(this.#formats.map(({ format }) => format));
    this.#ready = this.#formats.map(({ format, font }) => ({
      code: this.numbers.resolveFormatCode(format),
      style: ofWholeCell(this.fonts[font] ?? {}),
    }));
  }

  at(index: number): CellStyle {
    return this.#ready[index] ?? PLAIN;
  }
}

/**
 * Returns the part of a whole cell's style that carries meaning: bold and italic are for the look of a table,
 * strikeout and raised text are not.
 */
function ofWholeCell({ strike, position }: Style): Style {
  return { ...(strike === true && { strike }), ...(position !== undefined && { position }) };
}

const PLAIN: CellStyle = { code: 'General', style: {} };

/** Reads the styles part of an xlsx. */
export class StylesReader implements XmlHandler {
  #font: Style | undefined;
  #inCells = false;

  constructor(private readonly styles: Styles) {}

  open(name: string, attributes: string): void {
    if (name === 'numFmt')
      this.styles.numbers.define(
        Number(findAttribute(attributes, 'numFmtId')),
        decodeXml(findAttribute(attributes, 'formatCode') ?? ''),
      );
    else if (name === 'font') this.#font = {};
    else if (name === 'cellXfs') this.#inCells = true;
    else if (name === 'xf' && this.#inCells)
      this.styles.addFormat(
        Number(findAttribute(attributes, 'numFmtId') ?? 0),
        Number(findAttribute(attributes, 'fontId') ?? 0),
      );
    else if (this.#font !== undefined) readStyle(name, attributes, this.#font);
  }

  close(name: string): void {
    if (name === 'cellXfs') this.#inCells = false;
    if (name !== 'font' || this.#font === undefined) return;
    this.styles.fonts.push(this.#font);
    this.#font = undefined;
  }

  text(): void {
    // Styles contain no text.
  }
}
