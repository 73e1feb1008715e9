// Counts and removes operators of a content stream.

/** Operators that draw lines and areas or set their style, which text does not need. */
const DRAWING = new Set(
  'm l c v y h re S s f F f* B B* b b* n W W* sh w J j M d i ri g G rg RG k K cs CS sc SC scn SCN'.split(
    ' ',
  ),
);
/** Operators that add to a path, or end and draw it. */
const PAINTING = new Set('l c v y re S s f F f* B B* b b* sh'.split(' '));
/** Operators that show text. */
const SHOWING = new Set(['Tj', 'TJ', "'", '"']);
/** Number of bytes of text that take an engine as long as one more piece. */
const PIECE_BYTES = 50;
/** Gaps in thousandths of the font size after which text is another piece. */
const GAPS = /(?<![\d.])-?\d{3,}/g;
/** Strings of an array; the numbers between them are gaps. */
const STRINGS = /\((?:\\[^]|[^\\()])*\)|<[^>]*>/g;
/** Length of the longest operator. */
const LONGEST = 3;

const [SPACE, STRING, HEX, ARRAY, NAME, COMMENT, OTHER, LETTER] = [0, 1, 2, 3, 4, 5, 6, 7];

const [LESS, GREATER, NEXT_LINE] = [0x3c, 0x3e, 10];

const KINDS = Uint8Array.from({ length: 256 }, (_, code) => {
  if ([0, 9, 10, 12, 13, 32].includes(code)) return SPACE;
  const sign = String.fromCharCode(code);
  if (sign === '(') return STRING;
  if (sign === '<' || sign === '>') return HEX;
  if ('[]{})'.includes(sign)) return ARRAY;
  if (sign === '/') return NAME;
  if (sign === '%') return COMMENT;
  return /[A-Za-z'"*]/.test(sign) ? LETTER : OTHER;
});

const kindAt = (data: Buffer, at: number): number => KINDS[data[at] ?? 0] ?? OTHER;

/** Calls a function with each operator, the offset of its operands, and its end. */
function eachOperator(
  data: Buffer,
  on: (operator: string, from: number, to: number) => void,
): void {
  let from = 0;
  for (let at = 0; at < data.length;) {
    const kind = kindAt(data, at);
    if (kind === STRING) at = stringEnd(data, at);
    else if (kind === HEX) at = hexEnd(data, at);
    else if (kind === COMMENT) at = wordEnd(data, at, isLineEnd);
    else if (kind === NAME || kind === OTHER) at = tokenEnd(data, at + 1);
    else if (kind !== LETTER) at += 1;
    else {
      const end = tokenEnd(data, at);
      const word = readWord(data, at, end);
      at = word === 'ID' ? imageEnd(data, end) : end;
      on(word, from, at);
      from = at;
    }
  }
}

/** Strings of single-letter operators, cached because some contents have millions. */
const LETTERS = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));

function readWord(data: Buffer, from: number, to: number): string {
  if (to - from === 1) return LETTERS[data[from] ?? 0] ?? '';
  return to - from > LONGEST ? '' : data.toString('latin1', from, to);
}

/** Returns the end of a hexadecimal string in angle brackets; a dictionary begins with two. */
function hexEnd(data: Buffer, from: number): number {
  if (data[from] === LESS && data[from + 1] !== LESS)
    return wordEnd(data, from, (code) => code === GREATER) + 1;
  return data[from] === data[from + 1] ? from + 2 : from + 1;
}

const isLineEnd = (code: number): boolean => code === 10 || code === 13;

function wordEnd(data: Buffer, from: number, isEnd: (code: number) => boolean): number {
  let at = from;
  while (at < data.length && !isEnd(data[at] ?? 0)) at += 1;
  return at;
}

function tokenEnd(data: Buffer, from: number): number {
  let at = from;
  while (at < data.length && kindAt(data, at) >= OTHER) at += 1;
  return at;
}

function stringEnd(data: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < data.length; at += 1) {
    const code = data[at];
    if (code === 0x5c) at += 1;
    else if (code === 0x28) depth += 1;
    else if (code === 0x29 && (depth -= 1) === 0) return at + 1;
  }
  return data.length;
}

/** Returns the end of the data of an inline image. */
function imageEnd(data: Buffer, from: number): number {
  for (let at = data.indexOf('EI', from); at >= 0; at = data.indexOf('EI', at + 1))
    if (kindAt(data, at - 1) === SPACE && kindAt(data, at + 2) === SPACE) return at + 2;
  return data.length;
}

/** Returns the number of text pieces that an operator shows. */
function countTextPieces(data: Buffer, operator: string, from: number, to: number): number {
  if (!SHOWING.has(operator)) return 0;
  const gaps =
    operator === 'TJ'
      ? (data.toString('latin1', from, to).replaceAll(STRINGS, ' ').match(GAPS)?.length ?? 0)
      : 0;
  return 1 + Math.max(gaps, Math.floor((to - from) / PIECE_BYTES));
}

/** Counts of the operators of a content stream. */
export interface Operators {
  /** Lines, and areas that are drawn. */
  painted: number;
  /** Operators that neither draw lines and areas nor set their style. */
  others: number;
  /** Pieces of text that are shown. */
  texts: number;
  /** Maximum number of saved graphics states. */
  depth: number;
  /** Number of uses of each form or picture, by name. */
  uses: ReadonlyMap<string, number>;
}

export function countOperators(data: Buffer): Operators {
  let [painted, others, texts, depth, deepest] = [0, 0, 0, 0, 0];
  const uses = new Map<string, number>();
  eachOperator(data, (operator, from, to) => {
    if (PAINTING.has(operator)) painted += 1;
    else if (!DRAWING.has(operator)) others += 1;
    texts += countTextPieces(data, operator, from, to);
    if (operator === 'q') deepest = Math.max(deepest, (depth += 1));
    else if (operator === 'Q') depth -= 1;
    const name = drawnBy(data, operator, from, to);
    if (name !== undefined) uses.set(name, (uses.get(name) ?? 0) + 1);
  });
  return { painted, others, texts, depth: deepest, uses };
}

/** Returns the name of the form or picture that an operator draws. */
function drawnBy(data: Buffer, operator: string, from: number, to: number): string | undefined {
  if (operator !== 'Do') return undefined;
  return /\/([^\s/]+)\s*Do$/.exec(data.toString('latin1', Math.max(from, to - 200), to))?.[1];
}

/** Returns content without lines and areas: its text, pictures and forms. */
export function withoutDrawing(data: Buffer): Buffer {
  return without(data, (operator) => DRAWING.has(operator));
}

/**
 * Returns content without excessive texts and forms.
 *
 * @param isTooMuch called with the number of pieces of each text, and with the name of each form or picture
 */
export function withoutTexts(
  data: Buffer,
  isTooMuch: (shown: { pieces: number } | { name: string }) => boolean,
): Buffer {
  return without(data, (operator, from, to) => {
    const pieces = countTextPieces(data, operator, from, to);
    const name = drawnBy(data, operator, from, to);
    if (name !== undefined) return isTooMuch({ name });
    return pieces > 0 && isTooMuch({ pieces });
  });
}

function without(
  data: Buffer,
  isLeftOut: (operator: string, from: number, to: number) => boolean,
): Buffer {
  const out = Buffer.allocUnsafe(data.length);
  let [length, kept] = [0, 0];
  const keep = (to: number) => {
    length += data.copy(out, length, kept, to);
    kept = to;
  };
  eachOperator(data, (operator, from, to) => {
    if (!isLeftOut(operator, from, to)) return;
    keep(from);
    kept = to;
    // A line break keeps the operators before and after the removed part separate.
    if (out[length - 1] !== NEXT_LINE) length = out.writeUInt8(NEXT_LINE, length);
  });
  keep(data.length);
  return out.subarray(0, length);
}
