// The texts of a document of Word 97 to 2003: [MS-DOC] keeps all of them in one, one after the other.
import iconv from 'iconv-lite';

/** Lengths in characters of the texts, in their order. */
const LENGTHS = 0x4c;
const STORIES = [
  'text',
  'footnotes',
  'headers',
  'macros',
  'comments',
  'endnotes',
  'boxes',
  'headerBoxes',
] as const;

export type Stories = Record<(typeof STORIES)[number], string>;

/** Returns the texts of a document, each with the signs that structure it. */
export function storiesOf(main: Buffer, whole: string): Stories {
  const out: Partial<Stories> = {};
  let at = 0;
  for (const [index, name] of STORIES.entries()) {
    const length = main.readUInt32LE(LENGTHS + index * 4);
    out[name] = whole.slice(at, at + length);
    at += length;
  }
  return { ...EMPTY, ...out };
}

const EMPTY: Stories = {
  text: '',
  footnotes: '',
  headers: '',
  macros: '',
  comments: '',
  endnotes: '',
  boxes: '',
  headerBoxes: '',
};

/** Returns the text of a piece, whose characters have one byte or two. */
export function pieceText(main: Buffer, from: number, to: number, wide: boolean): string {
  const bytes = main.subarray(from, to);
  return wide ? bytes.toString('utf16le') : iconv.decode(bytes, 'windows-1252');
}

/** Keeps the shown result of a field, not its code. */
export function withoutFields(text: string): string {
  let out = '';
  const open: boolean[] = [];
  for (const char of text) {
    if (char === '\u0013') open.push(true);
    else if (char === '\u0014') open[open.length - 1] = false;
    else if (char === '\u0015') open.pop();
    else if (!open.includes(true)) out += char;
  }
  return out;
}

/** Returns the paragraphs of a text that have one, without signs that are not shown. */
export function paragraphsOf(text: string): string[] {
  return withoutFields(text)
    .replaceAll('\u001E', '-')
    .replaceAll('\u000B', '\n')
    .replaceAll('\u0007', '\r')
    .split(/[\r\f]/)
    .map((each) => each.replaceAll(/(?![\n\t])\p{Cc}/gu, '').trim())
    .filter((each) => each !== '');
}
