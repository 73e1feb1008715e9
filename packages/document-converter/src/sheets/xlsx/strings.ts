import { findAttribute, decodeXml, type XmlHandler } from '../../input/xml-events.js';
import { type Style } from '../../tree.js';
import { type CellContent, toInlines, isBlank, styled } from '../cell.js';

/** Collects a text of a workbook in pieces with their styles. */
export class TextReader {
  #parts: CellContent[] = [];
  #style: Style = {};
  #text = '';
  #inText = false;
  /** True within the pronunciation of a text. */
  #aside = false;
  #reading = '';
  /** @param stray receives text in unknown elements */
  constructor(private readonly stray: (raw: string) => void = () => undefined) {}

  open(name: string, attributes: string): void {
    if (name === 't') this.#inText = true;
    else if (name === 'r') this.#style = {};
    else if (name === 'rPh') this.#aside = true;
    else readStyle(name, attributes, this.#style);
  }

  text(raw: string): void {
    if (this.#inText) this.#text += raw;
    else if (raw.trim() !== '') this.stray(raw);
  }

  close(name: string): void {
    if (name === 't' && this.#inText) {
      this.#inText = false;
      if (this.#aside) this.#reading += decodeText(this.#text);
      else this.#parts.push(styled(decodeText(this.#text), this.#style));
      this.#text = '';
    } else if (name === 'rPh') this.#aside = false;
    else if (name === 'r') this.#style = {};
  }

  /** Returns the pronunciation of the text, if there is one, and clears it. */
  takeReading(): string {
    const reading = this.#reading;
    this.#reading = '';
    return reading;
  }

  /** Returns the text and begins another. */
  take(): CellContent {
    const parts = this.#parts;
    this.#parts = [];
    this.#style = {};
    if (parts.every((part) => typeof part === 'string')) return parts.join('');
    return parts.flatMap(toInlines);
  }
}

/** Applies an element of font properties to a style. */
export function readStyle(name: string, attributes: string, style: Style): void {
  const value = findAttribute(attributes, 'val');
  const on = value === undefined || value === '1' || value === 'true';
  if (name === 'b') style.bold = on;
  else if (name === 'i') style.italic = on;
  else if (name === 'strike') style.strike = on;
  else if (name === 'vertAlign' && value === 'superscript') style.position = 'sup';
  else if (name === 'vertAlign' && value === 'subscript') style.position = 'sub';
}

/** Decodes XML entities, and the characters that workbooks write as `_x000D_`. */
export function decodeText(raw: string): string {
  const text = decodeXml(raw);
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Reads the shared strings of cells. */
export class SharedStrings implements XmlHandler {
  readonly texts: CellContent[] = [];
  /** Pronunciations of texts by index, which cells may display. */
  readonly readings = new Map<number, string>();
  readonly #text: TextReader;

  constructor(stray: (raw: string) => void) {
    this.#text = new TextReader(stray);
  }

  open(name: string, attributes: string): void {
    if (name !== 'si') this.#text.open(name, attributes);
  }

  text(raw: string): void {
    this.#text.text(raw);
  }

  close(name: string): void {
    if (name !== 'si') return this.#text.close(name);
    const content = this.#text.take();
    const reading = this.#text.takeReading();
    if (reading.trim() !== '') this.readings.set(this.texts.length, reading);
    this.texts.push(isBlank(content) ? '' : content);
  }
}
