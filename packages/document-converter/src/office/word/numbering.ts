import { type XmlNode } from '../../input/xml-nodes.js';
import { numeral } from '../numerals.js';

const MAX_LEVEL = 8;

interface Level {
  start: number;
  format: string;
  text: string;
  /** True if the numbers of outer levels are shown in digits. */
  legal: boolean;
  style: string | undefined;
}

interface Counted {
  levels: Map<number, Level>;
  counts: (number | undefined)[];
}

interface List {
  counted: Counted;
  /** Levels that this list overrides. */
  levels: Map<number, Level>;
  /** Numbers at which levels start when this list begins. */
  starts: Map<number, number>;
  begun: Set<number>;
}

export interface WordMarker {
  number: number;
  /** The displayed label; empty for a bullet. */
  label: string;
  /** True if the label is only the number and a delimiter. */
  plain: boolean;
}

/** Returns whether a bullet is a word. */
export function isWord(bullet: string): boolean {
  return (
    bullet.trim().length > 1 && /[\p{L}\p{N}]/u.test(bullet.replaceAll(/[\uf000-\uf0ff]/g, ''))
  );
}

/** Counts the numbers of list paragraphs in order, since Word does not store them. */
export class WordNumbering {
  readonly #lists = new Map<string, List>();

  constructor(root: XmlNode | undefined) {
    const shared = new Map<string, Counted>();
    const byStyle = new Map<string, Counted>();
    const links = new Map<string, string>();
    for (const each of root?.elements ?? []) {
      if (each.name !== 'abstractNum') continue;
      const counted: Counted = { levels: readLevels(each), counts: [] };
      const id = each.attribute('abstractNumId') ?? '';
      shared.set(id, counted);
      const style = each.child('styleLink')?.attribute('val');
      if (style !== undefined) byStyle.set(style, counted);
      const link = each.child('numStyleLink')?.attribute('val');
      if (link !== undefined) links.set(id, link);
    }
    for (const each of root?.elements ?? []) {
      if (each.name !== 'num') continue;
      const id = each.child('abstractNumId')?.attribute('val') ?? '';
      const counted = byStyle.get(links.get(id) ?? '') ?? shared.get(id);
      if (counted === undefined) continue;
      const overrides = each.elements.filter(({ name }) => name === 'lvlOverride');
      const starts = overrides.flatMap((override) => {
        const start = override.child('startOverride')?.attribute('val');
        return start === undefined ? [] : [[levelNumber(override), Number(start) || 0] as const];
      });
      this.#lists.set(each.attribute('numId') ?? '', {
        counted,
        levels: new Map(overrides.flatMap((override) => [...readLevels(override)])),
        starts: new Map(starts),
        begun: new Set(),
      });
    }
  }

  /** Returns the level of a list that numbers the paragraphs of a style. */
  findStyleLevel(id: string, style: string): number {
    const found = [...(this.#lists.get(id)?.counted.levels ?? [])].find(
      ([, level]) => level.style === style,
    );
    return found?.[0] ?? 0;
  }

  /** Counts a paragraph and returns its marker; undefined for an unknown list or an invisible marker. */
  next(id: string, wanted: number): WordMarker | undefined {
    const list = this.#lists.get(id);
    if (list === undefined) return undefined;
    const at = Math.min(MAX_LEVEL, Math.max(0, wanted));
    const level = levelIn(list, at);
    const { counts } = list.counted;
    const override = list.begun.has(at) ? undefined : list.starts.get(at);
    list.begun.add(at);
    for (let outer = 0; outer < at; outer += 1) counts[outer] ??= levelIn(list, outer).start;
    const before = counts[at];
    const number = override ?? (before === undefined ? level.start : before + 1);
    counts[at] = number;
    counts.length = at + 1;
    // A single letter is usually a character of a symbol font.
    if (level.format === 'bullet' && !isWord(level.text))
      return { number, label: '', plain: false };
    const label = level.text
      .replaceAll(/%([1-9])/g, (_, digit: string) => {
        const outer = Number(digit) - 1;
        const { format, start } = levelIn(list, outer);
        if (format === 'none') return '';
        return numeral(counts[outer] ?? start, level.legal ? 'decimal' : format);
      })
      .trim();
    if (!/[\p{L}\p{N}]/u.test(label)) return { number, label: '', plain: false };
    const plain =
      level.format === 'decimal' && new RegExp(`^%${at + 1}[.)]?$`).test(level.text.trim());
    return { number, label, plain };
  }
}

function levelIn({ counted, levels }: List, at: number): Level {
  return (
    levels.get(at) ??
    counted.levels.get(at) ?? {
      start: 1,
      format: 'decimal',
      text: `%${at + 1}.`,
      legal: false,
      style: undefined,
    }
  );
}

function levelNumber(node: XmlNode): number {
  return Number(node.attribute('ilvl')) || 0;
}

function readLevels(parent: XmlNode): Map<number, Level> {
  return new Map(
    parent.elements
      .filter(({ name }) => name === 'lvl')
      .map((level) => {
        const value = (name: string) => level.child(name)?.attribute('val');
        return [
          levelNumber(level),
          {
            start: Number(value('start') ?? 0) || 0,
            format:
              value('numFmt') ??
              level.at('AlternateContent', 'Fallback', 'numFmt')?.attribute('val') ??
              'decimal',
            text: value('lvlText') ?? '',
            legal: level.child('isLgl') !== undefined,
            style: value('pStyle'),
          },
        ] as const;
      }),
  );
}
