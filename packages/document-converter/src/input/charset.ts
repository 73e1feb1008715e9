import { TextDecoder } from 'node:util';
import iconv from 'iconv-lite';
import jschardet from 'jschardet';
import { DocumentError } from '../converted.js';

/** Number of bytes that are examined, since the time of detection grows with the length. */
const SAMPLE = 64 * 1024;
/** Fallback encoding: the most common legacy one, in which every byte is a character. */
const FALLBACK = 'windows-1252';
/** Confidence below which a guess is uncertain, and relative confidence of another guess that makes it uncertain. */
const LOW = 0.1;
const NEAR = 0.95;
/** Encodings in common use; the detector knows others that look like them. */
const COMMON =
  /^(?:windows-125\d|iso-?8859-(?:1|2|5|7|8|9|15)|koi8-[ru]|ibm866|macroman|cp(?:437|850|874|932|949)|tis-620|shift_jis|euc-(?:jp|kr)|iso-2022-(?:jp|kr|cn)|big5|gb\w+|hz-gb-2312)$/i;
/** Encoding names of the detector, replaced by the superset used in practice. */
const SUPERSETS: Record<string, string> = {
  ascii: 'utf8',
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  shift_jis: 'cp932',
  'euc-kr': 'cp949',
  big5: 'cp950',
  ibm866: 'cp866',
  'tis-620': 'cp874',
  'iso-8859-15': 'windows-1252',
  'iso8859-15': 'windows-1252',
};

/**
 * Decodes text of unknown encoding: by its byte order mark, as UTF-8 if it is valid, by its declaration, or by its
 * letters.
 * @param warnings receives a warning if the encoding is an uncertain guess
 * @param declared charset that the document declares
 * @param given charset that the user has specified, which takes precedence
 */
export function decodeText(
  bytes: Buffer,
  warnings: string[],
  declared?: string,
  given?: string,
): string {
  if (given !== undefined) return decodeGiven(bytes, warnings, given);
  return decode(bytes, warnings, declared).replace(/^\ufeff/, '');
}

/** Decodes XML like {@link decodeText}; its first line may declare an encoding. */
export function decodeXml(bytes: Buffer, warnings: string[], given?: string): string {
  const head = bytes.subarray(0, 200).toString('latin1');
  const declared = /^<\?xml[^>]*encoding\s*=\s*["']([\w-]+)/.exec(head)?.[1];
  return decodeText(bytes, warnings, declared, given);
}

function decodeGiven(bytes: Buffer, warnings: string[], given: string): string {
  const text = (findDecoder(given)?.decode(bytes) ?? iconv.decode(bytes, given)).replace(
    /^\ufeff/,
    '',
  );
  const broken = text.split('\ufffd').length - 1;
  if (broken > 0)
    warnings.push(
      `${broken} characters of the text are none in ${given}, the charset that was given, and are shown as \ufffd.`,
    );
  return text;
}

/** Returns the decoder of the Encoding Standard; undefined for an unknown code page. */
function findDecoder(name: string): TextDecoder | undefined {
  try {
    return new TextDecoder(name);
  } catch {
    const isKnown: boolean = iconv.encodingExists(name);
    if (isKnown) return undefined;
    throw new DocumentError('unreadable', `There is no charset ${name}.`);
  }
}

function decode(bytes: Buffer, warnings: string[], declared?: string): string {
  const marked = byMark(bytes);
  if (marked !== undefined) return marked;
  const wide = withoutMark(bytes);
  if (wide !== undefined) return iconv.decode(bytes, wide);
  // Valid UTF-8 with bytes above 127 is UTF-8, whatever is declared.
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const name = known(declared) ?? mostlyUtf8(bytes, warnings) ?? guessed(bytes, warnings);
    return iconv.decode(bytes, name);
  }
}

function byMark(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return bytes.subarray(3).toString('utf8');
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return bytes[2] === 0 && bytes[3] === 0
      ? iconv.decode(bytes, 'utf32le')
      : iconv.decode(bytes, 'utf16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return iconv.decode(bytes, 'utf16be');
  return undefined;
}

/** Decodes UTF-16 without a byte order mark, in which many second bytes are zero in any script. */
function withoutMark(bytes: Buffer): string | undefined {
  const sample = bytes.subarray(0, 4096);
  let even = 0;
  let odd = 0;
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (sample[at] === 0) even += 1;
    if (sample[at + 1] === 0) odd += 1;
  }
  const pairs = Math.floor(sample.length / 2);
  if (pairs < 2) return undefined;
  if (odd > pairs * 0.4 && even < pairs * 0.05) return 'utf16le';
  if (even > pairs * 0.4 && odd < pairs * 0.05) return 'utf16be';
  return undefined;
}

function known(name: string | undefined): string | undefined {
  const lower = name?.trim().toLowerCase() ?? '';
  const actual = SUPERSETS[lower] ?? lower;
  return lower !== '' && !/^utf-?(8|16|32)/.test(lower) && iconv.encodingExists(actual)
    ? actual
    : undefined;
}

/** Returns the most likely encoding of the letters. */
export function guessed(bytes: Buffer, warnings: string[]): string {
  const sample = selectSample(bytes);
  const readings = jschardet.detectAll(sample).flatMap(({ encoding, confidence }) => {
    const name = COMMON.test(encoding ?? '') ? known(encoding ?? '') : undefined;
    const text = name === undefined ? '' : iconv.decode(sample, name);
    return name === undefined || isBroken(text) ? [] : [{ name, confidence, text }];
  });
  const [first] = readings;
  const turkish = readings.find(({ name }) => name === 'windows-1254');
  // If only these letters differ and none of the other Icelandic letters occurs, the text is Turkish.
  const isTurkish =
    first?.name === FALLBACK &&
    /[\u00d0\u00dd\u00de\u00f0\u00fd\u00fe]/.test(first.text) &&
    !/[æ\u00c6]/.test(first.text);
  const best = (isTurkish ? turkish : undefined) ?? first;
  const other = readings.find(({ name, text }) => name !== best?.name && text !== best?.text);
  const sure =
    best !== undefined &&
    best.confidence >= LOW &&
    (other?.confidence ?? 0) < best.confidence * NEAR;
  const name = best?.name ?? FALLBACK;
  if (!sure)
    warnings.push(
      `The text does not say its charset, and was read as ${name}, which is uncertain: if its letters are wrong, upload it as UTF-8.`,
    );
  return name;
}

/**
 * Returns whether a text has characters that are invalid in its encoding, ignoring one cut off at the end of the
 * sample.
 */
function isBroken(text: string): boolean {
  return /[\ufffd\u0080-\u0084\u0086-\u009f]/.test(text.slice(0, -2));
}

/** Decodes damaged or truncated UTF-8, in which only a few bytes are invalid. */
function mostlyUtf8(bytes: Buffer, warnings: string[]): string | undefined {
  const sample = selectSample(bytes);
  const broken = sample.toString('utf8').split('\ufffd').length - 1;
  const high = sample.filter((byte) => byte > 127).length;
  if (broken * 10 >= high) return undefined;
  warnings.push('The text is UTF-8 with damaged characters, which are shown as \ufffd.');
  return 'utf8';
}

/** Returns the part around the first byte that is not ASCII, since the bytes before it provide no evidence. */
function selectSample(bytes: Buffer): Buffer {
  const first = Math.max(0, bytes.findIndex((byte) => byte > 127) - 1024);
  return bytes.subarray(first, first + SAMPLE);
}
