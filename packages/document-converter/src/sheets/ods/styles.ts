import { findAttribute, decodeXml, type XmlHandler } from '../../input/xml-events.js';
import { type Style } from '../../tree.js';

/** The header or footer being read. */
interface Running {
  name: string;
  kind: 'Headers' | 'Footers';
  text: string;
}

/** Fields with page numbers, or the name of the sheet or file, or the date. */
const FIELDS = /^(?:page-number|page-count|sheet-name|title|file-name|date|time)$/;

const MAX_PARENTS = 50;

/** The cell, text and sheet styles of a spreadsheet. */
export class OdsStyles implements XmlHandler {
  readonly texts = new Map<string, Style>();
  readonly hiddenTables = new Set<string>();
  /** Date formats with the month in digits. */
  readonly digitDates = new Set<string>();
  readonly #dataOf = new Map<string, string>();
  readonly #parentOf = new Map<string, string>();
  #style = '';
  #name = '';
  #running: Running | undefined;
  #date: { name: string; letters: boolean; date: boolean } | undefined;

  /** @param running receives the text of headers and footers */
  constructor(private readonly running: (kind: Running['kind'], text: string) => void) {}

  open(name: string, attributes: string): void {
    this.#name = name;
    const place = /^(header|footer)(?:-left|-first)?$/.exec(name)?.[1];
    if (place !== undefined)
      this.#running = { name, kind: place === 'header' ? 'Headers' : 'Footers', text: '' };
    switch (name) {
      case 'style':
        this.#style = findAttribute(attributes, 'name') ?? '';
        this.#dataOf.set(this.#style, findAttribute(attributes, 'data-style-name') ?? '');
        this.#parentOf.set(this.#style, findAttribute(attributes, 'parent-style-name') ?? '');
        return;
      case 'table-properties':
        if (findAttribute(attributes, 'display') === 'false') this.hiddenTables.add(this.#style);
        return;
      case 'text-properties':
        this.texts.set(this.#style, textStyle(attributes));
        return;
      case 'date-style':
        this.#date = { name: findAttribute(attributes, 'name') ?? '', letters: false, date: false };
        return;
      case 'month':
        if (this.#date !== undefined) {
          this.#date.date = true;
          this.#date.letters = findAttribute(attributes, 'textual') === 'true';
        }
        return;
      case 'day':
      case 'year':
        if (this.#date !== undefined) this.#date.date = true;
    }
  }

  close(name: string): void {
    this.#name = '';
    if (this.#running !== undefined) {
      if (name === 'p') this.#running.text += ' ';
      if (name === this.#running.name) this.#closeRunning(this.#running);
    }
    if (name !== 'date-style') return;
    const { name: style = '', letters = false, date = false } = this.#date ?? {};
    if (date && !letters) this.digitDates.add(style);
    this.#date = undefined;
  }

  text(raw: string): void {
    if (this.#running !== undefined && !FIELDS.test(this.#name)) this.#running.text += raw;
  }

  #closeRunning(running: Running): void {
    const said = decodeXml(running.text).replaceAll(/\s+/g, ' ').trim();
    this.#running = undefined;
    this.running(running.kind, said);
  }

  /** Returns whether a style displays the month of a date in digits; without a format, the displayed text decides. */
  showsDigits(style: string, shown: string): boolean {
    let name = style;
    for (let depth = 0; depth < MAX_PARENTS && name !== ''; depth += 1) {
      const format = this.#dataOf.get(name) ?? '';
      if (format !== '') return this.digitDates.has(format);
      name = this.#parentOf.get(name) ?? '';
    }
    return !/\p{L}/u.test(shown);
  }
}

function textStyle(attributes: string): Style {
  const style: Style = {};
  if (findAttribute(attributes, 'font-weight') === 'bold') style.bold = true;
  if (findAttribute(attributes, 'font-style') === 'italic') style.italic = true;
  if (!/^(?:none)?$/.test(findAttribute(attributes, 'text-line-through-style') ?? ''))
    style.strike = true;
  const position = findAttribute(attributes, 'text-position') ?? '';
  if (/^(?:super|[1-9])/.test(position)) style.position = 'sup';
  if (/^(?:sub|-)/.test(position)) style.position = 'sub';
  return style;
}
