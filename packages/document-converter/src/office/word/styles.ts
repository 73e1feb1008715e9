import { type XmlNode } from '../../input/xml-nodes.js';
import { type Style } from '../../tree.js';

/** The look of runs; undefined for properties that are not set. */
export interface RunLook {
  bold?: boolean | undefined;
  italic?: boolean | undefined;
  strike?: boolean | undefined;
  hidden?: boolean | undefined;
  position?: Style['position'] | 'none' | undefined;
}

export interface WordStyle {
  id: string;
  look: RunLook;
  /** Heading level, from 1; 0 for text that its style excludes from the outline. */
  level?: number | undefined;
  kind?: 'quote' | 'code' | undefined;
  numbering?: { id: string; level: number | undefined } | undefined;
}

const HEADING = /^heading ?([1-9])$/i;
const QUOTE = /^(?:intense )?quote$/i;
const CODE = /^(?:source code|html preformatted|preformatted text)$/i;
const NO_STYLE: WordStyle = { id: '', look: {} };

/** The styles of a Word document, including inherited properties. */
export class WordStyles {
  readonly #sources = new Map<string, XmlNode>();
  readonly #styles = new Map<string, WordStyle>();
  #usual = '';

  constructor(root: XmlNode | undefined) {
    for (const style of root?.elements ?? []) {
      const id = style.attribute('styleId');
      if (style.name !== 'style' || id === undefined) continue;
      this.#sources.set(id, style);
      const isUsual = style.attribute('type') === 'paragraph' && isOn(style.attribute('default'));
      if (isUsual && style.attribute('default') !== undefined) this.#usual = id;
    }
  }

  /** Returns the style of a paragraph; undefined for the default style. */
  ofParagraph(id: string | undefined): WordStyle {
    return this.of(id ?? this.#usual);
  }

  of(id: string | undefined): WordStyle {
    if (id === undefined || id === '') return NO_STYLE;
    const known = this.#styles.get(id);
    if (known !== undefined) return known;
    // A style that inherits from itself inherits nothing.
    this.#styles.set(id, NO_STYLE);
    const style = this.#read(id);
    this.#styles.set(id, style);
    return style;
  }

  #read(id: string): WordStyle {
    const source = this.#sources.get(id);
    if (source === undefined) return { id, look: {}, level: parseHeadingLevel(id) };
    const base = this.of(source.child('basedOn')?.attribute('val'));
    const name = source.child('name')?.attribute('val') ?? '';
    const properties = source.child('pPr');
    const own = readLook(source.child('rPr'));
    return {
      id,
      look: merged(own, base.look),
      level: outlineLevel(properties) ?? parseHeadingLevel(name) ?? base.level,
      kind: QUOTE.test(name) ? 'quote' : CODE.test(name) ? 'code' : base.kind,
      numbering: readNumbering(properties) ?? base.numbering,
    };
  }
}

function parseHeadingLevel(name: string): number | undefined {
  if (/^title$/i.test(name)) return 1;
  const level = HEADING.exec(name)?.[1];
  return level === undefined ? undefined : Number(level);
}

/** Returns the outline level in paragraph properties. */
export function outlineLevel(properties: XmlNode | undefined): number | undefined {
  const value = properties?.child('outlineLvl')?.attribute('val');
  if (value === undefined) return undefined;
  const level = Number(value);
  return Number.isInteger(level) && level >= 0 && level < 9 ? level + 1 : 0;
}

export function readNumbering(properties: XmlNode | undefined): WordStyle['numbering'] {
  const numbering = properties?.child('numPr');
  const id = numbering?.child('numId')?.attribute('val');
  const level = numbering?.child('ilvl')?.attribute('val');
  if (id === undefined) return undefined;
  return { id, level: level === undefined ? undefined : Number(level) || 0 };
}

/** Merges two looks; the first takes precedence. */
export function merged(first: RunLook, other: RunLook): RunLook {
  return {
    bold: first.bold ?? other.bold,
    italic: first.italic ?? other.italic,
    strike: first.strike ?? other.strike,
    hidden: first.hidden ?? other.hidden,
    position: first.position ?? other.position,
  };
}

export function readLook(properties: XmlNode | undefined): RunLook {
  const look: RunLook = {};
  for (const each of properties?.elements ?? [])
    switch (each.name) {
      case 'b':
        look.bold = isOn(each.attribute('val'));
        break;
      case 'i':
        look.italic = isOn(each.attribute('val'));
        break;
      case 'strike':
      case 'dstrike':
        look.strike = isOn(each.attribute('val')) || look.strike === true;
        break;
      case 'vanish':
        look.hidden = isOn(each.attribute('val'));
        break;
      case 'vertAlign': {
        const value = each.attribute('val');
        look.position = value === 'superscript' ? 'sup' : value === 'subscript' ? 'sub' : 'none';
        break;
      }
    }
  return look;
}

/** Returns whether a toggle property that is present is on. */
export function isOn(value: string | undefined): boolean {
  return value === undefined || !/^(?:0|false|off|none)$/i.test(value);
}
