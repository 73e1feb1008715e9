import type { Json } from '../kernel/json.js';

/** Least length of a piece: shorter ones occur in any text. */
export const LEAST = 4;
/** Least length of a string within a JSON secret: shorter ones are mostly names and kinds. */
const LEAST_STRING = 8;
/** Most strings of one JSON secret that are searched for. */
const MAX_STRINGS = 200;
const MAX_DEPTH = 20;
/** Least length of a part of base64 or base32 text: shorter ones occur in other texts by chance. */
const LEAST_ENCODED = 6;
/** Least number of bytes in decimal notation: fewer may be a row of ordinary numbers. */
const LEAST_NUMBERS = 8;
const ONLY_NUMBERS = /^[\d :,-]+$/;

const LINE_ENDS = /[\r\n]+/;
/** Length above which the rare spellings of a text do not fit into their space. */
const MAX_RARE = 4_000;
/** Letters and digits only, and so few that they may be a word of natural language. */
const SHORT_WORD = /^[\p{L}\p{N}]{1,7}$/u;

/** Returns whether a piece may be a common word, which only matches as a whole word. */
export function isShortWord(piece: string): boolean {
  return SHORT_WORD.test(piece);
}

/** Returns the lines of a text that can be searched for, without surrounding white space. */
export function listSearchableLines(value: string): string[] {
  const lines = value.split(LINE_ENDS).map((line) => line.trim());
  return [...new Set(lines)].filter(({ length }) => length >= LEAST);
}

/** Returns a piece as it is, and as it appears within JSON. */
export function plainSpellings(piece: string): string[] {
  return [piece, JSON.stringify(piece).slice(1, -1)];
}

/** Other spellings of a value, in two groups with separate shares of the space. */
interface OtherSpellings {
  usual: Iterable<string>;
  rare: Iterable<string>;
}

/**
 * Returns the other spellings of a value, and of the strings in it if it is a JSON document: in each group the most
 * usual first.
 */
export function otherSpellings(value: string): OtherSpellings {
  const lines = [value, ...stringsIn(value)].flatMap(listSearchableLines);
  // A value of several lines is also encoded as a whole.
  const texts = new Set([value, value.trim(), ...lines]);
  const isShortEnough = ({ length }: string): boolean => length <= MAX_RARE;
  return {
    usual: usualSpellings(lines, texts),
    rare: rareSpellings(lines.filter(isShortEnough), [...texts].filter(isShortEnough)),
  };
}

function* usualSpellings(lines: readonly string[], texts: Iterable<string>): Generator<string> {
  for (const line of lines) yield* plainSpellings(line);
  for (const line of lines) yield* percentEncoded(line);
  for (const text of texts) yield* inBytes(text);
  for (const line of lines) {
    yield* escaped(line);
    yield* asMarkup(line);
  }
}

function* rareSpellings(lines: readonly string[], texts: Iterable<string>): Generator<string> {
  for (const line of lines) yield* percentEncodedTwice(line);
  for (const text of texts) yield* escapedInBase64(text);
  for (const text of texts) {
    yield* inNumbers(Buffer.from(text));
    yield* inBase32(Buffer.from(text));
  }
}

/** Returns the longer strings in a JSON document, and in documents within those; an empty list for any other text. */
function stringsIn(value: string): string[] {
  const strings = new Set<string>();
  const search = (text: string, depth: number): void => {
    if (depth > MAX_DEPTH || !/^\s*[[{"]/.test(text)) return;
    try {
      visit(JSON.parse(text) as Json, depth);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  };
  const visit = (json: Json, depth: number): void => {
    if (depth > MAX_DEPTH || strings.size >= MAX_STRINGS || json === null) return;
    if (typeof json === 'object') {
      for (const part of Object.values(json)) visit(part as Json, depth + 1);
    } else if (typeof json === 'string' && json.length >= LEAST_STRING) {
      strings.add(json);
      search(json, depth + 1);
    }
  };
  search(value, 0);
  return [...strings];
}

/** Characters that libraries leave unescaped in URLs, besides letters and digits. */
const PERCENT_KEPT = [
  // encodeURIComponent; urllib's quote with safe='' and without; URLSearchParams and quote_plus; encodeURI; the user of a URL.
  /[-_.!~*'()]/,
  /[-_.~]/,
  /[-_.~/]/,
  /[-_.*]/,
  /[-_.!~*'();/?:@&=+$,#]/,
  /[-_.!~*'()&$+,%]/,
];

function* percentEncoded(piece: string): Generator<string> {
  if (/^[A-Za-z\d]*$/.test(piece)) return;
  for (const kept of PERCENT_KEPT) {
    const upper = encodeBytes(piece, kept);
    for (const text of new Set([upper, upper.replaceAll('%20', '+')])) {
      yield text;
      yield text.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase());
    }
  }
}

function* percentEncodedTwice(piece: string): Generator<string> {
  if (/^[A-Za-z\d]*$/.test(piece)) return;
  for (const kept of PERCENT_KEPT) {
    if (kept.test('%')) continue;
    const once = encodeBytes(piece, kept);
    for (const first of new Set([once, once.replaceAll('%20', '+')])) {
      const text = encodeBytes(first, kept);
      yield text;
      yield text.replaceAll(/%(?:25)?[\dA-F]{2}/g, (code) => code.toLowerCase());
    }
  }
}

function encodeBytes(piece: string, kept: RegExp): string {
  return piece.replaceAll(/[^A-Za-z\d]/gu, (char) =>
    kept.test(char)
      ? char
      : [...Buffer.from(char)].map((byte) => `%${formatHex(byte, 2).toUpperCase()}`).join(''),
  );
}

/** Yields a text in base64, which has three forms depending on the number of bytes before it, and in hex. */
function* inBytes(text: string): Generator<string> {
  const bytes = Buffer.from(text);
  yield encodeBytes(bytes.toString('base64'), /[-_]/);
  yield* inBase64(bytes);
  const hex = bytes.toString('hex');
  yield hex;
  yield hex.toUpperCase();
}

function* inBase64(bytes: Buffer): Generator<string> {
  for (const form of [0, 1, 2].flatMap((before) => behind(before, bytes)))
    if (form.length >= LEAST_ENCODED) {
      yield form;
      yield form.replaceAll('+', '-').replaceAll('/', '_');
    }
}

/**
 * Returns the base64 forms of `bytes` after `before` others (0 to 2): at the end, with and without padding, and before
 * more bytes.
 */
function behind(before: number, bytes: Buffer): string[] {
  const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
  // Characters that contain bits of the preceding bytes are left out.
  const atEnd = shifted.toString('base64').slice(Math.ceil((before * 8) / 6));
  const bits = bytes.length * 8 - ((6 - ((before * 8) % 6)) % 6);
  return [atEnd, atEnd.replace(/=+$/, ''), atEnd.slice(0, Math.floor(bits / 6))];
}

/** Yields the base64 of a text as escaped in JSON and in URLs, as in the payload of a token. */
function* escapedInBase64(text: string): Generator<string> {
  const forms = new Set([
    ...['"', '"/'].flatMap((quotes) =>
      [asItIs, inUnits].map((foreign) => escapedAs(text, { quotes, foreign, control: inUnits })),
    ),
    ...PERCENT_KEPT.slice(0, 1).map((kept) => encodeBytes(text, kept)),
  ]);
  forms.delete(text);
  for (const form of forms) yield* inBase64(Buffer.from(form));
}

/** The text before each byte in hex, and between two. */
const HEX_FORMS = [
  ['', ':'],
  ['', ' '],
  ['', '-'],
  [String.raw`\x`, ''],
  ['0x', ', '],
  ['0x', ','],
  ['0x', ' '],
] as const;

/** Yields bytes one by one: in hex, and as the numbers in lists of Python and in the JSON of a buffer. */
function* inNumbers(bytes: Buffer): Generator<string> {
  const pairs = bytes.toString('hex').match(/../g) ?? [];
  const upper = pairs.map((pair) => pair.toUpperCase());
  const forms = [
    ...HEX_FORMS.flatMap(([before, between]) =>
      [pairs, upper].map((all) => before + all.join(between + before)),
    ),
    bytes.join(','),
    bytes.join(', '),
  ];
  for (const form of forms)
    if (bytes.length >= LEAST_NUMBERS || !ONLY_NUMBERS.test(form)) yield form;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Yields base32 with and without padding, and before more bytes. After other bytes it has five forms, which are not
 * searched for.
 */
function* inBase32(bytes: Buffer): Generator<string> {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32.charAt((held >> (bits - 5)) & 31);
    held &= (1 << bits) - 1;
  }
  const atEnd = bits === 0 ? text : text + BASE32.charAt((held << (5 - bits)) & 31);
  for (const form of [atEnd.padEnd(Math.ceil(atEnd.length / 8) * 8, '='), atEnd, text])
    if (form.length >= LEAST_ENCODED) {
      yield form;
      yield form.toLowerCase();
    }
}

/** Returns the escape of a control character or a character that is not ASCII. */
type Escape = (char: string, code: number) => string;

const asItIs: Escape = (char) => char;
const inUnits: Escape = (char) =>
  Array.from({ length: char.length }, (_, at) => `\\u${formatHex(char.charCodeAt(at), 4)}`).join(
    '',
  );
const asByte: Escape = (_char, code) => `\\x${formatHex(code, 2)}`;
const escapeAsBytes: Escape = (char) =>
  [...Buffer.from(char)].map((byte) => `\\x${formatHex(byte, 2)}`).join('');
const asInPython: Escape = (char, code) => {
  if (code < 256) return asByte(char, code);
  return code < 65_536 ? inUnits(char, code) : `\\U${formatHex(code, 8)}`;
};

const SHORT: Record<string, string> = { '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' };

/**
 * Yields JSON, with and without escapes for slashes, markup and non-ASCII characters, and the literals of Python and
 * JavaScript.
 */
function* escaped(piece: string): Generator<string> {
  if (!/["'`\\/<>&]|[^ -~]/.test(piece)) return;
  for (const foreign of [asItIs, inUnits])
    for (const quotes of ['"', '"/', '"<>&']) {
      const once = escapedAs(piece, { quotes, foreign, control: inUnits });
      yield once;
      yield once.replaceAll(
        /\\u[\da-f]{4}/g,
        (code) => code.slice(0, 2) + code.slice(2).toUpperCase(),
      );
      // JSON text inside another JSON text appears as a string.
      yield JSON.stringify(once).slice(1, -1);
    }
  for (const foreign of [asItIs, asInPython, escapeAsBytes])
    for (const quotes of ["'", '"', '`', ''])
      yield escapedAs(piece, { quotes, foreign, control: asByte });
}

/** Returns a text as it appears within quotes. `quotes`: the characters that are preceded by a backslash. */
function escapedAs(
  piece: string,
  { quotes, foreign, control }: { quotes: string; foreign: Escape; control: Escape },
): string {
  return piece.replaceAll(/["'`\\/<>&]|[^ -~]/gu, (char) => {
    const code = char.codePointAt(0) ?? 0;
    if (char === '\\') return '\\\\';
    if (code > 127) return foreign(char, code);
    if (code < 32 || code === 127)
      return SHORT[char] === undefined ? control(char, code) : `\\${SHORT[char]}`;
    if (!quotes.includes(char)) return char;
    return '<>&'.includes(char) ? inUnits(char, code) : `\\${char}`;
  });
}

/** Entities that libraries write for quotes in HTML and XML. */
const QUOTES = [
  { '"': '&quot;', "'": '&#x27;' },
  { '"': '&quot;', "'": '&#39;' },
  { '"': '&#34;', "'": '&#39;' },
  { '"': '&quot;', "'": '&apos;' },
  { '"': '&quot;' },
  {},
];

function* asMarkup(piece: string): Generator<string> {
  if (!/[&<>"']|[^\0-\x7f]/.test(piece)) return;
  for (const quotes of QUOTES) {
    const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', ...quotes };
    const text = piece.replaceAll(/[&<>"']/g, (char) => names[char] ?? char);
    yield text;
    yield text.replaceAll(/[^\0-\x7f]/gu, (char) => `&#${char.codePointAt(0)};`);
  }
}

function formatHex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
