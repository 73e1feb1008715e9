import { DocumentError } from './converted.js';
import { parseEnding, isProgramName, namedFormat } from './endings.js';
import { compoundFormat, isCompound } from './input/compound.js';
import { zipFormat } from './input/packages.js';

/** Number of bytes within which an HTML page is recognised. */
const HEAD = 2048;
/** Number of bytes within which an object identifies a PDF whose header is missing or further down. */
const FAR = 65_536;
const OBJECT = /\b\d{1,10} \d{1,5} obj\b/;
const TEXTS = new Set(['html', 'csv', 'tsv', 'eml', 'ipynb', 'json', 'xml', 'txt', 'fb2']);

/**
 * Returns the format of a document: from the content, or from the name if the content is ambiguous, such as for text.
 * @throws DocumentError for a format that is not converted
 */
export function detect(bytes: Buffer, name: string): string {
  const named = namedFormat(name);
  const found = byContent(bytes, named);
  if (found !== undefined) return found;
  const isText = named !== undefined && TEXTS.has(named) && !isProgramName(name);
  if (isText) return named;
  if (named !== undefined)
    throw new DocumentError(
      'unreadable',
      `The file is named .${parseEnding(name)}, and its content is nothing of the kind: it is damaged or another format.`,
    );
  throw new DocumentError('unsupported', 'The format is not one that is converted to Markdown.');
}

function byContent(bytes: Buffer, named: string | undefined): string | undefined {
  const start = bytes.subarray(0, HEAD).toString('latin1');
  if (start.startsWith('PK')) return zipFormat(bytes, named);
  if (isCompound(bytes)) return compoundFormat(bytes, named);
  // Some producers put a few bytes before the header, and readers accept up to a kilobyte.
  if (start.slice(0, 1029).includes('%PDF-')) return 'pdf';
  if (named === 'pdf' && OBJECT.test(bytes.toString('latin1', 0, FAR))) return 'pdf';
  if (/^\s*\{\\rtf/.test(start)) return 'rtf';
  if (looksBinary(bytes)) return named === 'xls' && isEarlyWorkbook(bytes) ? 'xls' : undefined;
  return textFormat(start.replace(/^\u00ef\u00bb\u00bf/, ''), named);
}

function textFormat(start: string, named: string | undefined): string | undefined {
  if (/^\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html[\s>])/is.test(start)) return 'html';
  if (/^\s*<\?xml/.test(start) && /<FictionBook[\s>]/.test(start)) return 'fb2';
  if (named !== undefined && TEXTS.has(named)) return named;
  if (/^\s*<\?xml/.test(start)) return /<html[\s>]/i.test(start) ? 'html' : 'xml';
  if (
    /^(?:[A-Za-z][\w-]*: .*\r?\n(?:[ \t].*\r?\n)*){2,}/.test(start) &&
    /^(?:From|Subject|MIME-Version|Received|Message-ID): /im.test(start)
  )
    return 'eml';
  // Office opens pages and tables that have the endings of its own formats, and so does this converter.
  if (/<(?:table|body|div|p)[\s>]/i.test(start) && /^\s*</.test(start)) return 'html';
  if (named === 'xls') return 'tsv';
  if (named === 'doc' || named === 'rtf') return 'txt';
  return undefined;
}

/** Returns whether this is a workbook of Excel 2 to 4, whose records begin directly with `BOF`. */
function isEarlyWorkbook(bytes: Buffer): boolean {
  return bytes[0] === 9 && [0, 2, 4].includes(bytes[1] ?? 1);
}

/**
 * Returns whether bytes look binary: text has hardly any control characters, and UTF-16 has zeros in every second
 * byte.
 */
function looksBinary(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, 8192);
  if ((sample[0] === 0xff && sample[1] === 0xfe) || (sample[0] === 0xfe && sample[1] === 0xff))
    return false;
  let zeros = 0;
  let even = 0;
  let controls = 0;
  for (const [at, byte] of sample.entries()) {
    if (byte === 0) {
      zeros += 1;
      if (at % 2 === 0) even += 1;
    } else if (byte < 32 && ![9, 10, 12, 13, 27].includes(byte)) controls += 1;
  }
  const wide = zeros > sample.length * 0.3 && (even === 0 || even === zeros);
  return (zeros > 0 && !wide && zeros > sample.length * 0.001) || controls > sample.length * 0.05;
}
