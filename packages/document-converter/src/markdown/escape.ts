// Escapes only text that Markdown would interpret as markup: text full of backslashes is hard to read and search.

/** URLs that GitHub Flavored Markdown links automatically. */
const URL_LIKE = /(?<![A-Za-z])https?:\/\/\S+|(?<![^\s(*_~])www\.\S+/gi;
/** Character whose escaping prevents the automatic link. */
const URL_START = /(?<=https?):(?=\/\/)|(?<=www)\./gi;
/** Characters that may be markup in the middle of a line. */
const INLINE = /[\\`*_[\]<&~|]|^[:(]|!$/;
const ENTITY = /^&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/;
/** Beginning of a possible entity that the following text may complete. */
const HALF_ENTITY = /^&(?:#[xX]?)?[A-Za-z\d]*$/;
const TAG = /^<(?:[A-Za-z/!?])/;
/** Mail address in angle brackets, which is also a link in Markdown. */
const ADDRESS = /^<[\w.+-]+@[\w-]+(?:\.[\w-]+)*>/;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
/** Characters that an automatic link would change or not include. */
const ODD_IN_URL = /[\\`*[\]<&|]/;
/** Trailing punctuation that is not part of an automatic link. */
const AFTER_URL = `_~?!.,:;*'")]`;

/** Characters after "]" that turn the brackets into a link or a definition. */
const MAKES_LINK = '([:';
/** Length from which a run of one character is a line on paper. */
const MAX_RUN = 200;

/** The surroundings of a text in its paragraph. */
interface Edges {
  /** End of the preceding content of another style or kind; empty at the beginning. */
  before: string;
  /** Beginning of the following content; empty at the end. */
  after: string;
  /** True if emphasis marks may enclose the text. */
  marked: boolean;
  /** True in the label of a link. */
  inLink: boolean;
  /** True after a reference to a note, which a colon would turn into the definition of the note. */
  afterNote: boolean;
}

const ALONE: Edges = { before: '', after: '', marked: false, inLink: false, afterNote: false };

/** A text with its surroundings and limits. */
interface Place extends Edges {
  text: string;
  /** First and last position without surrounding spaces, which is what marks enclose. */
  first: number;
  last: number;
  /** True in a link if unbalanced brackets would end its label. */
  allBrackets: boolean;
}

/**
 * Escapes text within a paragraph. URLs are kept, since Markdown links them. A "]" is escaped if the next character
 * would turn its brackets into a link, picture or definition, even if the opening bracket is in a text of another
 * style, a link or another line.
 */
export function escapeText(text: string, edges: Edges = ALONE): string {
  if (!INLINE.test(text) && !endsInUrl(text, edges)) return text;
  const allBrackets = edges.inLink && !isBalanced(text, edges.after[0] ?? '');
  const first = text.length - text.trimStart().length;
  const place: Place = { ...edges, text, allBrackets, first, last: text.trimEnd().length - 1 };
  if (edges.inLink) return escapePart(place, 0, text.length);
  let out = '';
  let from = 0;
  const open = text.indexOf('[');
  const opened = open === -1 ? text.length : open;
  for (const { 0: url, index } of text.matchAll(URL_LIKE)) {
    const end = index + url.length;
    out += escapePart(place, from, index) + escapeLinked(place, index, end, index > opened);
    from = end;
  }
  return out + escapePart(place, from, text.length);
}

function hasMarks(url: string): boolean {
  return /[_~]/.test(url);
}

/**
 * Returns whether the end of an automatic link is ambiguous: trailing marks would be excluded, or parentheses are
 * open.
 */
function isOpenEnded(url: string): boolean {
  let length = url.length;
  while (AFTER_URL.includes(url[length - 1] ?? ' ')) length -= 1;
  return url.includes('(') || hasMarks(url.slice(length));
}

/** Returns whether an automatic link would continue in the following content. */
function endsInUrl(text: string, { after }: Edges): boolean {
  return /^[^\s<]/.test(after) && text.slice(text.lastIndexOf(' ') + 1).search(URL_START) !== -1;
}

/**
 * Escapes a URL. If a backslash is needed in it, the automatic link is prevented, since the backslash would become
 * part of it.
 */
function escapeLinked(place: Place, from: number, to: number, opened: boolean): string {
  const url = place.text.slice(from, to);
  const goesOn = to === place.text.length && endsInUrl(url, place);
  const isOdd = goesOn || ODD_IN_URL.test(url) || (hasMarks(url) && (opened || isOpenEnded(url)));
  if (!isOdd) return url;
  const escaped = escapePart(place, from, to);
  return escaped === url && !goesOn && !url.includes('|')
    ? url
    : escaped.replaceAll(URL_START, '\\$&');
}

function escapePart(place: Place, from: number, to: number): string {
  let out = '';
  for (let at = from; at < to; at += 1) {
    const char = place.text[at] ?? '';
    out += needsBackslash(char, place, at) ? `\\${char}` : char;
  }
  return out;
}

/** Placeholder for marks and other characters beside a text that are neither space nor letter. */
const SIGN = '*';

function needsBackslash(char: string, place: Place, at: number): boolean {
  const { text, marked } = place;
  const isFirst = at === 0;
  const isLast = at === text.length - 1;
  const next = text[at + 1] ?? place.after[0] ?? ' ';
  const before = text[at - 1] ?? (marked || !isSpace(place.before.at(-1) ?? ' ') ? SIGN : ' ');
  const after = text[at + 1] ?? (marked || !isSpace(next) ? SIGN : ' ');
  switch (char) {
    case '\\':
      return marked || PUNCTUATION.test(after);
    case '`':
      return true;
    case '*':
      return marked || !(isSpace(before) && isSpace(after));
    case '_':
      return !(isWord(before) && isWord(after)) && !isLoneRun(place, at, '_');
    case '~':
      // A mark that can only open does not strike out text.
      return (
        (marked || !isSpace(before) || after === '~' || after === SIGN) &&
        !isLoneRun(place, at, '~')
      );
    case '[':
      return next === '^' || place.allBrackets || (isFirst && place.afterNote);
    case ']':
      return place.allBrackets || MAKES_LINK.includes(next);
    case ':':
    case '(':
      return isFirst && place.afterNote;
    case '!':
      return isLast && next === '[';
    case '<':
      return TAG.test(`<${next}`) && !ADDRESS.test(text.slice(at, at + 256));
    case '&':
      return (
        ENTITY.test(text.slice(at, at + 40)) ||
        (text.length - at < 40 && place.after !== '' && HALF_ENTITY.test(text.slice(at)))
      );
    default:
      return false;
  }
}

/** Returns whether the brackets of a text are balanced and do not form a link in a link. */
function isBalanced(text: string, after: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '[') {
      if (text[at + 1] === '^') return false;
      depth += 1;
    }
    if (text[at] !== ']') continue;
    depth -= 1;
    if (depth < 0 || MAKES_LINK.includes(text[at + 1] ?? (after || ' '))) return false;
  }
  return depth === 0;
}

/**
 * Returns whether a run of one character has spaces on both sides, such as a line to write on, and therefore delimits
 * nothing.
 */
function isLoneRun(place: Place, at: number, char: string): boolean {
  const { text, before, after } = place;
  let first = at;
  while (text[first - 1] === char && at - first < MAX_RUN) first -= 1;
  let last = at;
  while (text[last + 1] === char && last - at < MAX_RUN) last += 1;
  if (last - first >= MAX_RUN) return true;
  if (place.marked && (first <= place.first || last >= place.last)) return false;
  return (
    isSpace(text[first - 1] ?? (before.at(-1) || ' ')) &&
    isSpace(text[last + 1] ?? (after[0] || ' '))
  );
}

function isSpace(char: string): boolean {
  return /\s/.test(char);
}

function isWord(char: string): boolean {
  return /[\p{L}\p{N}]/u.test(char);
}

/** Line of dashes and bars that would turn the line above into a table. */
const TABLE_RULE = /^(?=[-:|])(?=.*[|:])\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const LINE_STARTS =
  /^(?:(#{1,6})(?=\s|$)|(>)|([-+*])(?=\s|$)|(\d{1,9})([.)])(?=\s|$)|([-=_*])(?=(?:\s*\6)*\s*$)|(~~~))/;

/** Escapes a paragraph's lines so that none begins with markup. */
export function escapeLineStarts(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => {
      if (TABLE_RULE.test(line)) return `\\${line}`;
      const found = LINE_STARTS.exec(line);
      if (found === null) return line;
      const [, , , , number] = found;
      return number === undefined ? `\\${line}` : `${number}\\${line.slice(number.length)}`;
    })
    .join('\n');
}

/** Escapes a heading's text whose trailing number signs Markdown would remove. */
export function escapeHeadingEnd(markdown: string): string {
  return markdown.replace(/(?<=^|\s)#+$/, '\\$&');
}

/** Escapes the text of a list item that begins like the check box of a task. */
export function escapeBox(markdown: string): string {
  return /^\[[ xX]\]\s/.test(markdown) ? `\\${markdown}` : markdown;
}

/** Escapes the destination of a link or picture. */
export function escapeUrl(url: string): string {
  return url
    .replaceAll(/[\s<>()\\"`|]/g, (char) => {
      const code = encodeURIComponent(char);
      return code === char ? `%${char.charCodeAt(0).toString(16).toUpperCase()}` : code;
    })
    .replaceAll(/&(?=#?[A-Za-z\d]+;)/g, '&amp;');
}

/**
 * Adds spaces around the TeX characters that Markdown without formulas would interpret as HTML, links or code; TeX
 * ignores these spaces.
 */
export function escapeTex(tex: string): string {
  return tex
    .replaceAll(/<(?=[A-Za-z/!?])/g, '< ')
    .replaceAll(/\](?=[([:])/g, '] ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
