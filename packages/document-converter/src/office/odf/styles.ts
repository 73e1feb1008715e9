import { type XmlNode } from '../../input/xml-nodes.js';
import { type Style } from '../../tree.js';

export interface OdfLook {
  bold?: boolean | undefined;
  italic?: boolean | undefined;
  strike?: boolean | undefined;
  hidden?: boolean | undefined;
  position?: Style['position'] | 'none' | undefined;
}

export interface OdfStyle {
  look: OdfLook;
  kind?: 'quote' | 'code' | undefined;
  /** List style whose items the paragraphs are. */
  list?: string | undefined;
  /** Slide properties: whether a presentation skips it, and whether it shows a footer and a date. */
  slide: { hidden: boolean; footer: boolean; date: boolean };
}

const NO_STYLE: OdfStyle = { look: {}, slide: { hidden: false, footer: true, date: true } };

/** The styles of an OpenDocument file, including inherited properties. */
export class OdfStyles {
  readonly #sources = new Map<string, XmlNode>();
  readonly #styles = new Map<string, OdfStyle>();
  readonly #lists = new Map<string, ReadonlyMap<number, XmlNode>>();

  /** Adds the styles within an element, such as `office:automatic-styles`. */
  add(parent: XmlNode | undefined): void {
    for (const node of parent?.elements ?? []) {
      const name = node.attribute('style:name') ?? node.attribute('name') ?? '';
      if (node.name === 'style') this.#sources.set(`${readStyleFamily(node)}:${name}`, node);
      else if (node.name === 'list-style')
        this.#lists.set(
          name,
          new Map(node.elements.map((level) => [Number(level.attribute('level')) || 1, level])),
        );
    }
  }

  of(family: 'paragraph' | 'text' | 'drawing-page', name: string | undefined): OdfStyle {
    if (name === undefined) return NO_STYLE;
    const key = `${family}:${name}`;
    const known = this.#styles.get(key);
    if (known !== undefined) return known;
    // A style that inherits from itself inherits nothing.
    this.#styles.set(key, NO_STYLE);
    const style = this.#read(family, name);
    this.#styles.set(key, style);
    return style;
  }

  /** Returns the properties of a level of a list style, from 1. */
  listLevel(name: string | undefined, level: number): XmlNode | undefined {
    return name === undefined ? undefined : this.#lists.get(name)?.get(level);
  }

  #read(family: 'paragraph' | 'text' | 'drawing-page', name: string): OdfStyle {
    const source = this.#sources.get(`${family}:${name}`);
    if (source === undefined) return { ...NO_STYLE, kind: classifyStyle(name) };
    const base = this.of(family, source.attribute('parent-style-name'));
    const page = source.child('drawing-page-properties');
    return {
      look: { ...base.look, ...readLook(source.child('text-properties')) },
      kind: classifyStyle(name) ?? base.kind,
      list: source.attribute('list-style-name') ?? base.list,
      slide: {
        hidden: page?.attribute('visibility') === 'hidden',
        footer: page?.attribute('display-footer') !== 'false',
        date: page?.attribute('display-date-time') !== 'false',
      },
    };
  }
}

function readStyleFamily(style: XmlNode): string {
  return style.attribute('family') ?? '';
}

/** Returns the kind of a paragraph style by the internal name, which is the same in all languages. */
function classifyStyle(name: string): OdfStyle['kind'] {
  if (name === 'Quotations') return 'quote';
  return name === 'Preformatted_20_Text' ? 'code' : undefined;
}

function readLook(properties: XmlNode | undefined): OdfLook {
  const look: OdfLook = {};
  if (properties === undefined) return look;
  const weight = properties.attribute('fo:font-weight');
  if (weight !== undefined) look.bold = weight === 'bold' || Number(weight) >= 600;
  const slant = properties.attribute('fo:font-style');
  if (slant !== undefined) look.italic = slant !== 'normal';
  const line =
    properties.attribute('text-line-through-style') ??
    properties.attribute('text-line-through-type');
  if (line !== undefined) look.strike = line !== 'none';
  const display = properties.attribute('text:display');
  if (display !== undefined) look.hidden = display === 'none';
  const position = properties.attribute('text-position')?.trim();
  if (position !== undefined) look.position = parsePosition(position);
  return look;
}

function parsePosition(value: string): OdfLook['position'] {
  const [shift = ''] = value.split(/\s/);
  if (shift === 'super' || /^[1-9]/.test(shift)) return 'sup';
  return shift === 'sub' || /^-[1-9]/.test(shift) ? 'sub' : 'none';
}

/** Returns the Markdown style of a text. */
export function toStyle({ bold, italic, strike, position }: OdfLook): Style {
  return {
    ...(bold === true && { bold }),
    ...(italic === true && { italic }),
    ...(strike === true && { strike }),
    ...(position !== undefined && position !== 'none' && { position }),
  };
}
