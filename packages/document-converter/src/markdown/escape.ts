// Escapes text that Markdown would take for markup, and nothing else: text full of backslashes is hard to read and search.

const URL_LIKE = /(?:https?:\/\/|www\.)\S+/g;
/** Characters that may be markup in the middle of a line. */
const INLINE = /[\\`*_[\]<&~]/;
const ENTITY = /^&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/;
const TAG = /^<(?:[A-Za-z/!?])/;
/** A mail address in angle brackets is a link in Markdown, too. */
const ADDRESS = /^<[\w.+-]+@[\w-]+(?:\.[\w-]+)*>/;
const PUNCTUATION = /[!-/:-@[-`{-~]/;

/** The most characters of a link's label, with its bracket. */
const MAX_LABEL = 1_000;
/** A longer run of one character is a line on paper. */
const MAX_RUN = 200;

/** Escapes text within a paragraph. URLs stay as they are, since Markdown links them. */
export function escapeText(text: string): string {
  if (!INLINE.test(text)) return text;
  let out = '';
  let from = 0;
  const closing = closingsOf(text);
  for (const { 0: url, index } of text.matchAll(URL_LIKE)) {
    out += escapePart(text, from, index, closing) + url.replaceAll(/[<*`]/g, (c) => `\\${c}`);
    from = index + url.length;
  }
  return out + escapePart(text, from, text.length, closing);
}

function escapePart(text: string, from: number, to: number, closing: Closing): string {
  let out = '';
  for (let at = from; at < to; at += 1) {
    const char = text[at] ?? '';
    out += needsBackslash(char, text, at, closing) ? `\\${char}` : char;
  }
  return out;
}

/** Returns the place of the first "]" from a place on; Infinity where there is none. */
type Closing = (at: number) => number;

/** Returns where brackets close, for places in their order: each part of the text is looked through once. */
function closingsOf(text: string): Closing {
  let close = -1;
  return (at) => {
    if (close >= at) return close;
    const found = text.indexOf(']', at);
    close = found === -1 ? Number.POSITIVE_INFINITY : found;
    return close;
  };
}

function needsBackslash(char: string, text: string, at: number, closing: Closing): boolean {
  const before = text[at - 1] ?? ' ';
  const after = text[at + 1] ?? ' ';
  switch (char) {
    case '\\':
      return PUNCTUATION.test(after);
    case '`':
      return true;
    case '*':
      return !(isSpace(before) && isSpace(after));
    case '_':
      return !(isWord(before) && isWord(after)) && !isLoneRun(text, at, '_');
    case '~':
      return (after === '~' || before === '~') && !isLoneRun(text, at, '~');
    case '[':
      return after === '^' || beginsLink(text, at, closing(at));
    case '<':
      return TAG.test(text.slice(at, at + 2)) && !ADDRESS.test(text.slice(at, at + 256));
    case '&':
      return ENTITY.test(text.slice(at, at + 40));
    default:
      return false;
  }
}

/** Returns whether a "[" whose bracket closes at `close` begins a link, or the definition of one. */
function beginsLink(text: string, at: number, close: number): boolean {
  return close - at <= MAX_LABEL && '([:'.includes(text[close + 1] ?? ' ');
}

/** Returns whether a run of one character has space on both sides, such as a line to write on; it then delimits nothing. */
function isLoneRun(text: string, at: number, char: string): boolean {
  let first = at;
  while (text[first - 1] === char && at - first < MAX_RUN) first -= 1;
  let last = at;
  while (text[last + 1] === char && last - at < MAX_RUN) last += 1;
  if (last - first >= MAX_RUN) return true;
  return isSpace(text[first - 1] ?? ' ') && isSpace(text[last + 1] ?? ' ');
}

function isSpace(char: string): boolean {
  return /\s/.test(char);
}

function isWord(char: string): boolean {
  return /[\p{L}\p{N}]/u.test(char);
}

const LINE_STARTS =
  /^(?:(#{1,6})(?=\s|$)|(>)|([-+*])(?=\s|$)|(\d{1,9})([.)])(?=\s|$)|([-=_*])(?=(?:\s*\6)*\s*$)|(~~~))/;

/** Escapes a paragraph's lines so that none begins with markup. */
export function escapeLineStarts(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => {
      const found = LINE_STARTS.exec(line);
      if (found === null) return line;
      const [, , , , number] = found;
      return number === undefined ? `\\${line}` : `${number}\\${line.slice(number.length)}`;
    })
    .join('\n');
}

/** Escapes the destination of a link or picture. */
export function escapeUrl(url: string): string {
  return url.replaceAll(/[\s<>()\\"`|]/g, (char) => {
    const code = encodeURIComponent(char);
    return code === char ? `%${char.charCodeAt(0).toString(16).toUpperCase()}` : code;
  });
}
