// RTF: text with control words and groups in braces.
import { DocumentError } from '../../converted.js';
import { type Source } from '../../formats/port.js';
import { Losses } from '../../input/losses.js';
import { MediaStore } from '../../input/media.js';
import { type DocumentTree } from '../../tree.js';
import { RtfReader } from './reader.js';

const TOKEN =
  /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/gi;
const DAMAGED = 'The document is damaged: what could be read of it was kept.';

export function readRtf(source: Source): DocumentTree {
  const rtf = source.bytes.toString('latin1');
  if (!rtf.trimStart().startsWith('{'))
    throw new DocumentError('unreadable', 'The document is damaged: its content cannot be read.');
  const losses = new Losses(source.words);
  const reader = new RtfReader(losses, source.media, (text) => source.words.collect(text));
  source.words.place('the document', () => collectVisibleTexts(rtf, source.bytes));
  const isWhole = readTokens(rtf, source.bytes, reader);
  const tree = reader.end();
  if (!isWhole) source.warnings.push(DAMAGED);
  losses.report(source.warnings);
  return tree;
}

/** Returns all visible text. */
function collectVisibleTexts(rtf: string, bytes: Buffer): string[] {
  const found: string[] = [];
  const reader = new RtfReader(new Losses(), new MediaStore(''), (text) => found.push(text));
  readTokens(rtf, bytes, reader);
  reader.end();
  return found;
}

/** Reads all tokens and returns whether all groups are closed. */
function readTokens(rtf: string, bytes: Buffer, reader: RtfReader): boolean {
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(rtf); match !== null; match = TOKEN.exec(rtf)) {
    const [, word, number, hex, symbol, brace, text] = match;
    if (text !== undefined) reader.text(text);
    else if (hex !== undefined) reader.byte(Number.parseInt(hex, 16));
    else if (brace === '{') reader.open();
    else if (brace === '}') {
      reader.close();
      // Data after the end of the document, such as old bytes of its file, is not text.
      if (reader.isClosed && !rtf.includes('\\', match.index)) break;
    } else if (symbol !== undefined) reader.symbol(symbol);
    else if (word === 'bin' && number !== undefined) {
      // Binary data may contain braces.
      const end = Math.min(rtf.length, TOKEN.lastIndex + Math.max(0, Number(number)));
      reader.binary(bytes.subarray(TOKEN.lastIndex, end));
      TOKEN.lastIndex = end;
    } else if (word !== undefined)
      reader.word(word, number === undefined ? undefined : Number(number));
  }
  return reader.isClosed;
}
