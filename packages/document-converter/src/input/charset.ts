import iconv from 'iconv-lite';
import jschardet from 'jschardet';

/** Bytes of a text that are examined: detection takes time with the length. */
const SAMPLE = 64 * 1024;
const MIN_CONFIDENCE = 0.5;
/** The most common legacy encoding, in which every byte is a character. */
const FALLBACK = 'windows-1252';
/** Names from a detector, replaced by the superset used in practice. */
const SUPERSETS: Record<string, string> = {
  ascii: 'utf8',
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  shift_jis: 'cp932',
  'euc-kr': 'cp949',
  big5: 'cp950',
};

/**
 * Decodes text of unknown encoding: by its byte order mark, as UTF-8 if it is that, by what it declares, by its letters.
 * @param declared a charset that the document names
 */
export function decodeText(bytes: Buffer, declared?: string): string {
  return tidy(decode(bytes, declared));
}

function decode(bytes: Buffer, declared?: string): string {
  const marked = byMark(bytes);
  if (marked !== undefined) return marked;
  const wide = withoutMark(bytes);
  if (wide !== undefined) return iconv.decode(bytes, wide);
  // Bytes above 127 that form valid UTF-8 are UTF-8, whatever is declared.
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const name = known(declared) ?? detect(bytes) ?? mostlyUtf8(bytes) ?? FALLBACK;
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

/** Decodes UTF-16 without a mark: in text of any script, every second byte of many is zero. */
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

function detect(bytes: Buffer): string | undefined {
  const { encoding, confidence } = jschardet.detect(sampleOf(bytes));
  return typeof encoding === 'string' && confidence >= MIN_CONFIDENCE ? known(encoding) : undefined;
}

/** Decodes UTF-8 that is damaged somewhere or cut off: few of its bytes do not decode. */
function mostlyUtf8(bytes: Buffer): string | undefined {
  const sample = sampleOf(bytes);
  const decoded = sample.toString('utf8');
  const broken = decoded.split('\ufffd').length - 1;
  const high = sample.filter((byte) => byte > 127).length;
  return broken * 10 < high ? 'utf8' : undefined;
}

/** Returns the part around the first byte that is not ASCII, since the bytes before it show nothing. */
function sampleOf(bytes: Buffer): Buffer {
  const first = Math.max(0, bytes.findIndex((byte) => byte > 127) - 1024);
  return bytes.subarray(first, first + SAMPLE);
}

function tidy(text: string): string {
  return text.replace(/^\ufeff/, '');
}
