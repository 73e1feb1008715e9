import { Losses, placeAfter } from '../input/losses.js';
import { mark, type Mark } from './marks.js';

const TOKEN =
  /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'[\da-f]{2}|\\[^a-z\r\n]|[{}]|[^\\{}\r\n]+|[\r\n]+|\\/gi;
/** Groups that are no text of the document. */
const SKIPPED =
  /^(?:fonttbl|colortbl|stylesheet|info|pict|object|listtable|listoverridetable|rsidtbl|generator|themedata|colorschememapping|datastore|latentstyles|xmlnstbl|fldinst|bkmkstart|bkmkend|pntext|shpinst|header[lrf]?|footer[lrf]?)$/;
const RUNNING = /^(header|footer)[lrf]?$/;
/** Control words that write a character. */
const CHARACTERS = new Set(
  'u emdash endash lquote rquote ldblquote rdblquote bullet emspace enspace tab line'.split(' '),
);
const TO_REWRITE =
  /\\(?:v|deleted|super|sub|up\d|dn\d|moMath|header|footer|object)|EQ\s*\\\\|[^{\s]\s*\\\*|\}[^{}\\]*[^{}\\\s\0][^{}\\]*$/;
const MAX_DEPTH = 10_000;
const BEFORE = 80;

interface Group {
  skipped: boolean;
  hidden: boolean;
  deleted: boolean;
  position: 'sup' | 'sub' | undefined;
  /** Within what a field is made of, such as a formula. */
  field?: boolean;
}

/** Returns an RTF document in which raised and lowered text is marked, and hidden and deleted text is taken out. */
export function readableRtf(bytes: Buffer, warnings: string[], marks = true): Buffer {
  const source = bytes.toString('latin1');
  if (!TO_REWRITE.test(source)) return bytes;
  const rewriter = new RtfRewriter(marks);
  const out = rewriter.rewrite(source);
  rewriter.losses.report(warnings);
  return Buffer.from(out, 'latin1');
}

class RtfRewriter {
  readonly losses = new Losses();
  readonly #out: string[] = [];
  readonly #groups: Group[] = [
    { skipped: false, hidden: false, deleted: false, position: undefined },
  ];
  #beyond = 0;
  /** The mark that is open in the text before: it ends where anything but text follows. */
  #open: Mark | undefined;
  #before = '';
  #dropping = false;
  /** The token before, without white space. */
  #last = '';

  /** @param marks false for a reader that does not know the marks */
  constructor(private readonly marks: boolean) {}

  rewrite(source: string): string {
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(source); match !== null; match = TOKEN.exec(source)) {
      const [token, word, number] = match;
      this.#take(token, word, number);
      // What is behind the end of the document, as old bytes of its file, is no text of it.
      if (token === '}' && this.#groups.length === 1 && !source.includes('\\', match.index)) break;
      // Binary data, in which braces are none.
      if (word === 'bin' && number !== undefined) {
        const end = TOKEN.lastIndex + Math.max(0, Number(number));
        this.#out.push(source.slice(TOKEN.lastIndex, end));
        TOKEN.lastIndex = Math.min(source.length, end);
      }
    }
    this.#endMark();
    return this.#out.join('');
  }

  get #group(): Group {
    return (
      this.#groups.at(-1) ?? { skipped: false, hidden: false, deleted: false, position: undefined }
    );
  }

  #take(token: string, word: string | undefined, number: string | undefined): void {
    this.#takeAfter(this.#last, token, word, number);
    if (token.trim() !== '') this.#last = token;
  }

  #takeAfter(
    last: string,
    token: string,
    word: string | undefined,
    number: string | undefined,
  ): void {
    if (token === '{') {
      if (this.#groups.length >= MAX_DEPTH) this.#beyond += 1;
      else this.#groups.push({ ...this.#group });
      return this.#structure(token);
    }
    if (token === '}') {
      if (this.#beyond > 0) this.#beyond -= 1;
      else if (this.#groups.length > 1) this.#groups.pop();
      return this.#structure(token);
    }
    if (token === '\\*') {
      // Anywhere but at the beginning of a group it means nothing, and readers leave the group out.
      if (last !== '{') return;
      this.#group.skipped = true;
      return this.#structure(token);
    }
    if (/^[\r\n]+$/.test(token)) this.#out.push(token);
    else if (word !== undefined && !CHARACTERS.has(word)) this.#control(token, word, number);
    else this.#text(token, word);
  }

  #control(token: string, word: string, number: string | undefined): void {
    const group = this.#group;
    const on = number !== '0';
    if (word === 'moMath')
      this.losses.add('Formulas of RTF were left out', () => placeAfter(this.#before));
    if (word === 'fldinst') group.field = true;
    if (RUNNING.test(word))
      this.losses.add('Headers and footers of pages were left out', () => `of the kind ${word}`);
    if (word === 'object')
      this.losses.add('Embedded documents were left out', () => placeAfter(this.#before));
    if (SKIPPED.test(word)) group.skipped = true;
    else if (word === 'v') group.hidden = on;
    else if (word === 'deleted') group.deleted = on;
    else if (word === 'super') group.position = on ? 'sup' : undefined;
    else if (word === 'sub') group.position = on ? 'sub' : undefined;
    else if (word === 'up') group.position = on ? 'sup' : undefined;
    else if (word === 'dn') group.position = on ? 'sub' : undefined;
    else if (word === 'nosupersub') group.position = undefined;
    else if (word === 'plain') {
      group.position = undefined;
      group.hidden = false;
      group.deleted = false;
    } else if (word === 'par' || word === 'pard' || word === 'cell') this.#before = '';
    this.#structure(token);
  }

  #structure(token: string): void {
    this.#endMark();
    this.#out.push(token);
  }

  #text(token: string, word: string | undefined): void {
    const { skipped, hidden, deleted, position, field } = this.#group;
    if (skipped) {
      if (field === true && /^\s*EQ\s/i.test(token))
        this.losses.add('Formulas of RTF were left out', () => placeAfter(this.#before));
      this.#out.push(token);
      return;
    }
    if (hidden || deleted) {
      if (!this.#dropping && token.trim() !== '')
        this.losses.add(
          hidden ? 'Hidden text was left out' : 'Text that a reviewer has deleted was left out',
          () => placeAfter(this.#before),
        );
      this.#dropping = true;
      // A control word ends the one before it, as the text would have.
      this.#out.push('{}');
      return;
    }
    this.#dropping = false;
    if (this.marks && position !== this.#open) {
      this.#endMark();
      if (position !== undefined) this.#out.push(sign(BEGIN_OF[position]));
      this.#open = position;
    }
    this.#out.push(token);
    if (word === undefined && !token.startsWith('\\'))
      this.#before = (this.#before + token).slice(-BEFORE);
  }

  #endMark(): void {
    if (this.#open !== undefined) this.#out.push(sign(END));
    this.#open = undefined;
  }
}

const BEGIN_OF = { sup: mark('sup', '').charAt(0), sub: mark('sub', '').charAt(0) };
const END = mark('sup', '').charAt(1);

/** Returns a character as RTF has it: a signed number of 16 bits, and one character for readers without Unicode. */
function sign(character: string): string {
  return `{\\uc1\\u${character.charCodeAt(0) - 0x1_0000}?}`;
}
