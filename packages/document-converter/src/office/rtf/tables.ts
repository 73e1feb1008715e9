// Declarations of RTF before its text: fonts, styles and lists.
import { codePage, type RtfFont } from './charsets.js';
import { type ParagraphLook } from './writer.js';

const BULLET = 23;

interface RtfStyle {
  heading: number;
  kind: ParagraphLook['kind'];
}

interface Declared {
  kind: 'font' | 'style';
  number: number;
  text: string;
  charset?: number | undefined;
  page?: number | undefined;
  outline?: number | undefined;
}

export class RtfTables {
  readonly #fonts = new Map<number, RtfFont>();
  readonly #styles = new Map<number, RtfStyle>();
  /** Number formats of list levels by list id. */
  readonly #formats = new Map<number, number[]>();
  /** List ids by the numbers used in paragraphs. */
  readonly #lists = new Map<number, number>();
  #levels: number[] = [];
  #list = 0;

  /** The font or style being declared. */
  declared: Declared = { kind: 'style', number: -1, text: '' };

  /** Begins the declaration of a font or style, whose name is the text of the group. */
  begin(
    group: { capture: { text: string } | undefined },
    kind: Declared['kind'],
    number: number,
  ): void {
    this.endDeclaration();
    this.declared = { kind, number, text: '' };
    group.capture = this.declared;
  }

  endDeclaration(): void {
    const { kind, number, text, charset, page, outline } = this.declared;
    if (number >= 0 && kind === 'font') this.addFont(number, text, charset, page);
    else if (number >= 0) this.addStyle(number, text, outline);
    this.declared = { kind, number: -1, text: '' };
  }

  font(number: number): RtfFont | undefined {
    return this.#fonts.get(number);
  }

  addFont(
    number: number,
    name: string,
    charset: number | undefined,
    page: number | undefined,
  ): void {
    this.#fonts.set(number, {
      name: name.replace(/;.*$/s, '').trim(),
      charset,
      codePage: page === undefined ? undefined : codePage(page),
    });
  }

  style(number: number): RtfStyle {
    return this.#styles.get(number) ?? { heading: 0, kind: undefined };
  }

  addStyle(number: number, name: string, outline: number | undefined): void {
    const own = name.replace(/;.*$/s, '').trim();
    const heading = /^heading ([1-9])$/i.exec(own)?.[1];
    const level = outline === undefined || outline > 8 ? undefined : outline + 1;
    this.#styles.set(number, {
      heading: level ?? (heading === undefined ? (/^title$/i.test(own) ? 1 : 0) : Number(heading)),
      kind: /^(?:intense )?quote$/i.test(own)
        ? 'quote'
        : /^(?:source code|html preformatted|preformatted text)$/i.test(own)
          ? 'code'
          : undefined,
    });
  }

  beginList(): void {
    this.#levels = [];
  }

  addLevel(format: number): void {
    this.#levels.push(format);
  }

  endList(id: number): void {
    this.#formats.set(id, this.#levels);
  }

  beginOverride(list: number): void {
    this.#list = list;
  }

  endOverride(number: number): void {
    this.#lists.set(number, this.#list);
  }

  /** Returns the list of a paragraph after one of the control words that set it. */
  list(before: ParagraphLook['list'], word: 'ls' | 'ilvl', number: number): ParagraphLook['list'] {
    const id = word === 'ls' ? number : (before?.id ?? 0);
    const level = Math.min(8, Math.max(0, word === 'ilvl' ? number : (before?.level ?? 0)));
    if (word === 'ls' && number === 0) return undefined;
    const format = this.#formats.get(this.#lists.get(id) ?? id)?.[level] ?? BULLET;
    return { id, level, format };
  }
}
