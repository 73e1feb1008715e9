import { type Losses, placeAfter, quoted } from '../../input/losses.js';
import { type MediaStore } from '../../input/media.js';
import { XmlNode } from '../../input/xml-nodes.js';
import { type DocumentTree, type Note, type Style } from '../../tree.js';
import { addFormulas } from '../drawing/formulas.js';
import { numeral } from '../numerals.js';
import { codePage, decodeBytes } from './charsets.js';
import { DESTINATIONS, type Destinations } from './destinations.js';
import { firstGroup, type Group, NO_LOOK } from './group.js';
import { RtfTables } from './tables.js';
import { RtfStory } from './writer.js';

const MAX_DEPTH = 10_000;
/** Maximum length that is shown of an unclosed group, in characters. */
const UNSHOWN = 100;
/** Hexadecimal data, which is not text. */
const NO_WORDS = /^[\s\da-f;]*$/i;
const HIDDEN = 'Hidden text was left out';
const DELETED = 'Text that a reviewer has deleted was left out';
const CHARACTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    tab: '\t',
    emdash: '—',
    endash: '–',
    lquote: '‘',
    rquote: '’',
    ldblquote: '“',
    rdblquote: '”',
    bullet: '•',
    emspace: ' ',
    enspace: ' ',
    qmspace: ' ',
  }),
);
const UNPACK: Readonly<Record<string, string>> = { mac: 'macroman', pc: 'cp437', pca: 'cp850' };

/** Reads the tokens of RTF in order. */
export class RtfReader implements Destinations {
  readonly notes: Note[] = [];
  readonly remarks: Note[] = [];
  readonly tables = new RtfTables();
  /** Author of the next comment. */
  author = '';
  readonly #body: RtfStory;
  readonly #groups: Group[];
  /** Number of open groups below the maximum nesting. */
  #beyond = 0;
  #codePage = 'cp1252';
  #usualFont = 0;
  #bytes: number[] = [];
  #toSkip = 0;
  /** Beginning of the text of a group that shows nothing, until text is shown. */
  #unshown = '';
  /** Kind of the text that is left out, until text is shown again. */
  #dropping = '';
  #styles = new Map<string, Style>();

  constructor(
    readonly losses: Losses,
    readonly media: MediaStore,
    /** Receives all visible text. */
    private readonly collect: (text: string) => void,
  ) {
    this.#body = this.story();
    this.#groups = [firstGroup(this.#body)];
  }

  /** Returns a new separate story. */
  story(): RtfStory {
    return new RtfStory(numeral, (text) => this.losses.words.own(text));
  }

  get group(): Group {
    return this.#groups.at(-1) ?? firstGroup(this.#body);
  }

  get isClosed(): boolean {
    return this.#groups.length === 1;
  }

  open(): void {
    this.#flush();
    if (!this.#isUnshown) this.#unshown = '';
    this.#toSkip = 0;
    if (this.#groups.length >= MAX_DEPTH) this.#beyond += 1;
    else this.#groups.push({ ...this.group, end: undefined, fresh: true, starred: false });
  }

  close(): void {
    this.#flush();
    this.#toSkip = 0;
    if (this.#beyond > 0) this.#beyond -= 1;
    else if (this.#groups.length > 1) this.#groups.pop()?.end?.();
  }

  symbol(symbol: string): void {
    if (symbol === '*') {
      // A star has a meaning only at the beginning of a group.
      if (this.group.fresh) this.group.starred = true;
      return;
    }
    if (symbol === '~') this.#write('\u00a0');
    else if (symbol === '_') this.#write('-');
    else if (symbol === '\r' || symbol === '\n') this.word('par', undefined);
    else if (symbol === '\t') this.#write('\t');
    else if ('\\{}'.includes(symbol)) this.text(symbol);
    this.group.fresh = false;
  }

  byte(value: number): void {
    this.group.fresh = false;
    if (this.#toSkip > 0) this.#toSkip -= 1;
    else this.#bytes.push(value);
  }

  binary(bytes: Buffer): void {
    this.group.picture?.bytes.push(bytes);
  }

  text(value: string): void {
    const { group } = this;
    group.fresh = false;
    if (group.picture !== undefined && group.capture === undefined && !group.skipped) {
      group.picture.hex.push(value);
      return;
    }
    const rest = this.#toSkip === 0 ? value : value.slice(this.#toSkip);
    this.#toSkip = Math.max(0, this.#toSkip - value.length);
    if (rest === '') return;
    // The second byte of a character may be an ASCII letter, and letters may be written as bytes.
    if (this.#bytes.length > 0 || /[\x80-\xff]/.test(rest))
      for (let at = 0; at < rest.length; at += 1) this.#bytes.push(rest.charCodeAt(at));
    else this.#write(rest);
  }

  word(word: string, number: number | undefined): void {
    this.#flush();
    const { group } = this;
    const isFirst = group.fresh;
    group.fresh = false;
    if (word === 'u' && number !== undefined) {
      this.#write(String.fromCharCode(number & 0xffff));
      this.#toSkip = group.substitutes;
      return;
    }
    if (this.#toSkip > 0) this.#toSkip = Math.max(0, this.#toSkip - 1);
    if (group.math !== undefined && word.startsWith('m')) return this.#mathWord(word, isFirst);
    const begin = DESTINATIONS.get(word);
    if (begin !== undefined) return begin(this, group, number);
    // A group that begins with a star is meant for programs that know its first word.
    if (isFirst && group.starred) {
      group.skipped = true;
      return;
    }
    this.#control(word, number, group);
  }

  /** Ends reading and returns the document. */
  end(): DocumentTree {
    this.#flush();
    const { look } = this.group;
    // The last brace closes the innermost group, although the missing brace may be that of this group.
    if (!this.isClosed && !NO_WORDS.test(this.#unshown))
      this.losses.add('A group that does not end was left out', () => quoted(this.#unshown));
    while (this.#groups.length > 1) this.close();
    return { blocks: this.#body.end(look), notes: [...this.notes, ...this.remarks] };
  }

  report(what: string): void {
    this.losses.add(what, () => placeAfter(this.group.story.before));
  }

  #control(word: string, number: number | undefined, group: Group): void {
    const on = number !== 0;
    switch (word) {
      case 'ansicpg':
        this.#codePage = codePage(number ?? 1252) ?? this.#codePage;
        return;
      case 'mac':
      case 'pc':
      case 'pca':
        this.#codePage = UNPACK[word] ?? this.#codePage;
        return;
      case 'deff':
        this.#usualFont = number ?? 0;
        return;
      case 'f':
        group.font = number ?? 0;
        if (group.declares === 'font') this.tables.begin(group, 'font', number ?? 0);
        return;
      case 'fcharset':
        this.tables.declared.charset = number;
        return;
      case 'cpg':
        this.tables.declared.page = number;
        return;
      case 'uc':
        group.substitutes = Math.min(16, Math.max(0, number ?? 1));
        return;
      case 'b':
        group.bold = on;
        return;
      case 'i':
        group.italic = on;
        return;
      case 'strike':
      case 'striked':
        group.strike = on;
        return;
      case 'v':
        group.hidden = on;
        return;
      case 'deleted':
        group.deleted = on;
        return;
      case 'super':
      case 'up':
        group.position = on ? 'sup' : undefined;
        return;
      case 'sub':
      case 'dn':
        group.position = on ? 'sub' : undefined;
        return;
      case 'nosupersub':
        group.position = undefined;
        return;
      case 'plain':
        Object.assign(group, {
          bold: false,
          italic: false,
          strike: false,
          hidden: false,
          deleted: false,
          position: undefined,
          font: -1,
        });
        return;
      default:
        this.#paragraph(word, number, group);
    }
  }

  #paragraph(word: string, number: number | undefined, group: Group): void {
    const { story, look } = group;
    switch (word) {
      case 'pard':
        group.look = NO_LOOK;
        return;
      case 's':
        if (group.declares === 'style') this.tables.begin(group, 'style', number ?? 0);
        group.look = { ...look, ...this.tables.style(number ?? 0) };
        return;
      case 'cs':
      case 'ds':
      case 'ts':
        if (group.declares === 'style') this.tables.begin(group, 'style', -1);
        return;
      case 'outlinelevel':
        this.tables.declared.outline = number;
        group.look = { ...look, heading: number !== undefined && number < 9 ? number + 1 : 0 };
        return;
      case 'intbl':
        group.look = { ...look, tables: Math.max(1, look.tables) };
        return;
      case 'itap':
        group.look = { ...look, tables: Math.max(0, number ?? 1) };
        return;
      case 'ls':
      case 'ilvl':
        if (group.declares === 'override') return this.tables.endOverride(number ?? 0);
        group.look = { ...look, list: this.tables.list(look.list, word, number ?? 0) };
        return;
      case 'trowd':
        story.inRow = true;
        return;
    }
    const character = CHARACTERS.get(word);
    if (character !== undefined) return this.#write(character);
    if (group.skipped || group.capture !== undefined) return;
    switch (word) {
      case 'par':
      case 'sect':
        return story.endParagraph(look);
      case 'page':
      case 'column':
        if (story.before.trim() !== '') story.add({ kind: 'break' });
        return;
      case 'line':
      case 'lbr':
        return story.add({ kind: 'break' }, group.url);
      case 'cell':
        return story.endCell(look, 1);
      case 'nestcell':
        return story.endCell(look, Math.max(2, look.tables));
      case 'row':
        return story.endRow(1);
      case 'nestrow':
        return story.endRow(Math.max(2, look.tables));
      default:
    }
  }

  get #isUnshown(): boolean {
    const { skipped, capture } = this.group;
    return skipped || capture !== undefined;
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const { font } = this.group;
    const bytes = this.#bytes;
    this.#bytes = [];
    const known = this.tables.font(font < 0 ? this.#usualFont : font);
    this.#write(decodeBytes(bytes, known, this.#codePage));
  }

  #write(value: string): void {
    if (this.#bytes.length > 0) this.#flush();
    const { group } = this;
    if (this.#isUnshown && this.#unshown.length < UNSHOWN) this.#unshown += value;
    if (group.capture !== undefined) {
      group.capture.text += value;
      return;
    }
    if (group.skipped) return;
    if (group.math !== undefined) {
      addSigns(group.math, value);
      return;
    }
    if (group.hidden || group.deleted) {
      const what = group.hidden ? HIDDEN : DELETED;
      if (this.#dropping === what || value.trim() === '') return;
      this.report(what);
      this.#dropping = what;
      return;
    }
    this.#dropping = '';
    this.#unshown = '';
    this.collect(value);
    group.story.addText(value, this.#style(group), group.url);
  }

  /** Returns the same object for the same style, so that adjacent texts of one style can be merged. */
  #style({ bold, italic, strike, position }: Group): Style {
    const key = `${Number(bold)}${Number(italic)}${Number(strike)}${position ?? ''}`;
    const known = this.#styles.get(key);
    if (known !== undefined) return known;
    const style: Style = {
      ...(bold && { bold }),
      ...(italic && { italic }),
      ...(strike && { strike }),
      ...(position !== undefined && { position }),
    };
    this.#styles.set(key, style);
    return style;
  }

  /** Reads a word of a formula: the first word of a group is an element, the others are its properties. */
  #mathWord(word: string, isFirst: boolean): void {
    const { group } = this;
    const node = new XmlNode(word.slice(1), '');
    group.math?.children.push(node);
    if (!isFirst) return;
    group.math = node;
    if (/^(?:m?chr|begChr|endChr|sepChr|type|pos|grow|degHide|subHide|supHide)$/i.test(node.name)) {
      const captured = { text: '' };
      const parent = this.#groups.at(-2)?.math;
      group.capture = captured;
      group.end = () => {
        const value = captured.text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
        parent?.children.splice(-1, 1, new XmlNode(node.name, ` val="${value}"`));
      };
    }
  }

  /** Adds a formula to the text. */
  addFormula(root: XmlNode, story: RtfStory): void {
    addFormulas(root, story.inlines, this.losses);
  }

  /** Reports the text of headers or footers. */
  reportRunning(kind: 'Headers' | 'Footers', texts: readonly string[]): void {
    const said = texts.join(' ');
    if (said.trim() !== '')
      this.losses.add(`${kind} of pages were left out`, () => quoted(said), texts);
  }
}

/** Adds characters to a part of a formula, wrapped in a run. */
function addSigns(node: XmlNode, value: string): void {
  const signs = new XmlNode('t', '');
  signs.children.push(value);
  if (node.name === 'r') node.children.push(signs);
  else if (value.trim() !== '' && !node.name.endsWith('Pr')) {
    const run = new XmlNode('r', '');
    run.children.push(signs);
    node.children.push(run);
  }
}
