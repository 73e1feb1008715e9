// Bullets and numbers of DrawingML paragraphs: their own, or those of the shape, its layout, or its master.
import { type XmlNode } from '../../input/xml-nodes.js';
import { type Marker } from '../flow.js';
import { numeral } from '../numerals.js';
import { isWord } from '../word/numbering.js';

const BULLET = /^bu(?:None|Char|AutoNum|Blip)$/;
const FORMATS: Readonly<Record<string, string>> = {
  alphaLc: 'lowerAlpha',
  alphaUc: 'upperAlpha',
  romanLc: 'lowerRoman',
  romanUc: 'upperRoman',
};

/** Counts the paragraphs of one text body. */
export class Bullets {
  readonly #counts: (number | undefined)[] = [];

  /** @param styles list styles by level, the nearest first */
  constructor(private readonly styles: readonly (XmlNode | undefined)[]) {}

  /** Returns the marker of the next paragraph; undefined if it has none. */
  next(properties: XmlNode | undefined): Marker | undefined {
    const level = Math.min(8, Math.max(0, Number(properties?.attribute('lvl') ?? 0) || 0));
    const bullet = findBullet(properties) ?? this.#inherited(level);
    this.#counts.length = Math.min(this.#counts.length, level + 1);
    if (bullet?.name !== 'buAutoNum') this.#counts.length = Math.min(this.#counts.length, level);
    if (bullet === undefined || bullet.name === 'buNone') return undefined;
    if (bullet.name !== 'buAutoNum') {
      const sign = bullet.attribute('char') ?? '';
      return { level, ordered: false, number: 1, label: isWord(sign) ? sign.trim() : undefined };
    }
    const start = Number(bullet.attribute('startAt') ?? 1) || 1;
    const before = this.#counts[level];
    const number = before === undefined ? start : before + 1;
    this.#counts[level] = number;
    const [, kind = '', end = ''] =
      /^(\w+?)(Period|ParenR|ParenBoth|Plain|Minus)?$/.exec(bullet.attribute('type') ?? '') ?? [];
    const ordered = kind === 'arabic' && end !== 'ParenBoth';
    const value = numeral(number, FORMATS[kind] ?? 'decimal');
    return { level, ordered, number, label: ordered ? undefined : withEnd(value, end) };
  }

  #inherited(level: number): XmlNode | undefined {
    for (const style of this.styles) {
      const bullet = findBullet(style?.child(`lvl${level + 1}pPr`));
      if (bullet !== undefined) return bullet;
    }
    return undefined;
  }
}

function findBullet(properties: XmlNode | undefined): XmlNode | undefined {
  return properties?.elements.find(({ name }) => BULLET.test(name));
}

function withEnd(value: string, end: string): string {
  if (end === 'ParenBoth') return `(${value})`;
  return end === 'ParenR' ? `${value})` : end === 'Plain' ? value : `${value}.`;
}
