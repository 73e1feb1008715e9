import iconv from 'iconv-lite';
import { symbolSign } from '../symbols.js';

/** Code pages by the charset numbers of RTF fonts. */
const CODE_PAGES: Readonly<Record<number, string>> = {
  77: 'macroman',
  128: 'cp932',
  129: 'cp949',
  134: 'cp936',
  136: 'cp950',
  161: 'cp1253',
  162: 'cp1254',
  163: 'cp1258',
  177: 'cp1255',
  178: 'cp1256',
  186: 'cp1257',
  204: 'cp1251',
  222: 'cp874',
  238: 'cp1250',
  255: 'cp437',
};
const SYMBOLS = 2;
/** Code pages with characters of several bytes. */
const WIDE = /^(?:cp9(?:32|36|49|50)|utf8)$/;

export interface RtfFont {
  charset?: number | undefined;
  codePage?: string | undefined;
  name: string;
}

/** Returns the name of a code page; undefined for an unknown number. */
export function codePage(number: number): string | undefined {
  if (number === 65_001) return 'utf8';
  const isKnown: boolean = iconv.encodingExists(`cp${number}`);
  return isKnown ? `cp${number}` : undefined;
}

/** Decodes bytes in a font; `usual` is the code page of the document. */
export function decodeBytes(
  bytes: readonly number[],
  font: RtfFont | undefined,
  usual: string,
): string {
  if (font?.charset === SYMBOLS)
    return bytes
      .map((byte) => symbolSign(font.name, byte.toString(16)) ?? String.fromCharCode(byte))
      .join('');
  return iconv.decode(Buffer.from(bytes), resolveCodePage(font, usual));
}

function resolveCodePage(font: RtfFont | undefined, usual: string): string {
  const own = font?.codePage ?? CODE_PAGES[font?.charset ?? 1];
  if (own !== undefined) return own;
  // In documents with an East Asian code page, fonts of Latin letters have charset 0.
  return font?.charset === 0 && WIDE.test(usual) && usual !== 'utf8' ? 'cp1252' : usual;
}
