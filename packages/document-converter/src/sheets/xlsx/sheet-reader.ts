import { findAttribute, decodeXml, type XmlHandler } from '../../input/xml-events.js';
import { type CellContent } from '../cell.js';
import { RowBuilder } from '../grid.js';
import { text } from '../../tree.js';
import { parseArea, parseColumn, type Sheet, type Spot } from '../sheet.js';
import { dateOrText, type Values } from '../values.js';
import { decodeText, type SharedStrings, TextReader } from './strings.js';
import { type Styles } from './styles.js';

/** A link of a sheet; its target is in the relations of the sheet. */
export interface LinkAt {
  first: Spot;
  last: Spot;
  id: string;
}

const RUNNING = /^(?:odd|even|first)(?:Header|Footer)$/;
/** Elements with positions or conditions. */
const SILENT = /^(?:f|v|id|formula\d?|sqref|ref|col|row|colOff|rowOff|arg\w*)$/;
const ERROR_TYPES = new Set(['e', 'str']);

/** Reads the cells of an xlsx sheet row by row. */
export class SheetReader implements XmlHandler {
  readonly links: LinkAt[] = [];
  readonly #text: TextReader;
  readonly #row = new RowBuilder();
  #y = -1;
  #hidden = false;
  /** Position of the current cell, reused for all cells. */
  #spot: Spot = { x: -1, y: -1 };
  #type = '';
  #style = 0;
  #value = '';
  #formula = '';
  /** Element whose text is being read. */
  #within: 'v' | 'f' | 'is' | '' = '';
  /** Name of the element opened last. */
  #name = '';
  #running = '';
  /** True if the row, or the cell, displays the pronunciation of its text. */
  #rowSpoken = false;
  #spoken = false;
  done = false;
  /** True if the workbook has only this sheet. */
  isAll = false;

  constructor(
    private readonly sheet: Sheet,
    private readonly styles: Styles,
    private readonly strings: Pick<SharedStrings, 'texts' | 'readings'>,
    private readonly values: Values,
    private readonly stray: (raw: string) => void,
  ) {
    this.#text = new TextReader(stray);
  }

  open(name: string, attributes: string): void {
    if (this.#within === 'is') return this.#text.open(name, attributes);
    this.#name = name;
    switch (name) {
      case 'c':
        return this.#openCell(attributes);
      case 'v':
      case 'f':
      case 'is':
        this.#within = name;
        return;
      case 'row': {
        const number = Number(findAttribute(attributes, 'r'));
        this.#y = Number.isInteger(number) && number > 0 ? number - 1 : this.#y + 1;
        this.#spot = { x: -1, y: this.#y };
        this.#hidden = isTrue(findAttribute(attributes, 'hidden'));
        this.#rowSpoken = isTrue(findAttribute(attributes, 'ph'));
        return;
      }
      case 'col':
        if (isTrue(findAttribute(attributes, 'hidden')))
          this.sheet.hideColumns(
            Number(findAttribute(attributes, 'min')) - 1,
            Number(findAttribute(attributes, 'max')) - 1,
          );
        return;
      case 'dimension': {
        const area = parseArea(findAttribute(attributes, 'ref') ?? '');
        if (this.isAll && area !== undefined) this.sheet.expected = area[1].y + 1;
        return;
      }
      case 'hyperlink': {
        const area = parseArea(findAttribute(attributes, 'ref') ?? '');
        const id = findAttribute(attributes, 'id');
        if (area !== undefined && id !== undefined)
          this.links.push({ first: area[0], last: area[1], id: decodeXml(id) });
      }
    }
  }

  text(raw: string): void {
    if (this.#within === 'v') this.#value += raw;
    else if (this.#within === 'f') this.#formula += raw;
    else if (this.#within === 'is') this.#text.text(raw);
    else if (raw.trim() === '') return;
    else if (RUNNING.test(this.#name)) this.#running += raw;
    else if (!SILENT.test(this.#name)) this.stray(raw);
  }

  close(name: string): void {
    if (this.#within !== '') {
      if (name === this.#within) this.#within = '';
      else if (this.#within === 'is') this.#text.close(name);
    } else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
    else if (this.#running !== '') {
      const kind = name.endsWith('Header') ? 'Headers' : 'Footers';
      this.values.running(kind, decodeText(this.#running));
      this.#running = '';
    }
  }

  #openCell(attributes: string): void {
    const x = parseColumn(findAttribute(attributes, 'r') ?? '');
    // A cell without a position follows the previous one.
    this.#spot.x = x < 0 ? this.#spot.x + 1 : x;
    this.#type = findAttribute(attributes, 't') ?? 'n';
    this.#style = Number(findAttribute(attributes, 's') ?? 0);
    this.#spoken = this.#rowSpoken || isTrue(findAttribute(attributes, 'ph'));
    this.#value = '';
    this.#formula = '';
  }

  #closeCell(): void {
    const spot = this.#spot;
    const shown = this.#content();
    const content =
      this.#formula === '' ? shown : this.values.formula(shown, decodeXml(this.#formula), spot);
    this.#row.add(spot.x, content);
  }

  #content(): CellContent {
    const value = this.#value;
    if (this.#type === 'inlineStr')
      return this.values.text(
        this.#withReading(this.#text.take(), this.#text.takeReading()),
        this.styles.at(this.#style),
        this.#spot,
      );
    if (value === '') return '';
    const style = this.styles.at(this.#style);
    if (this.#type === 's') return this.values.text(this.#shared(Number(value)), style, this.#spot);
    if (this.#type === 'b') return isTrue(value) ? 'TRUE' : 'FALSE';
    if (this.#type === 'd') return dateOrText(decodeText(value));
    const number = ERROR_TYPES.has(this.#type) ? Number.NaN : Number(value);
    if (!Number.isFinite(number)) return this.values.text(decodeText(value), style, this.#spot);
    return this.values.number(number, style, this.#spot);
  }

  #shared(index: number): CellContent {
    const content = this.strings.texts[index] ?? '';
    return this.#withReading(content, this.#spoken ? this.strings.readings.get(index) : undefined);
  }

  /** Returns a text with its pronunciation, if the cell displays that above the text. */
  #withReading(content: CellContent, reading = ''): CellContent {
    if (!this.#spoken || reading.trim() === '') return content;
    const above = ` (${reading.trim()})`;
    return typeof content === 'string' ? content + above : [...content, text(above)];
  }

  #closeRow(): void {
    const row = this.#row.take(this.#y);
    if (row !== undefined && !this.sheet.add(row, this.#hidden)) this.done = true;
  }
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
