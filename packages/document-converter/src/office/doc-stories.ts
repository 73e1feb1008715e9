// Texts of a Word 97 to 2003 document, which [MS-DOC] stores one after the other in a single stream.
import iconv from 'iconv-lite';

/** Offset of the lengths of the texts in characters, in order. */
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

/** Returns the texts of a document, including their structural characters. */
export function splitStories(main: Buffer, whole: string): Stories {
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

/** Returns the text of a piece, whose characters have one or two bytes. */
export function pieceText(main: Buffer, from: number, to: number, wide: boolean): string {
  const bytes = main.subarray(from, to);
  return wide ? bytes.toString('utf16le') : iconv.decode(bytes, 'windows-1252');
}

/** Replaces fields by their displayed results. */
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

/** Returns the non-empty paragraphs of a text, without invisible characters. */
export function splitParagraphs(text: string): string[] {
  return withoutFields(text)
    .replaceAll('\u001E', '-')
    .replaceAll('\u000B', '\n')
    .replaceAll('\u0007', '\r')
    .split(/[\r\f]/)
    .map((each) => each.replaceAll(/(?![\n\t])\p{Cc}/gu, '').trim())
    .filter((each) => each !== '');
}
