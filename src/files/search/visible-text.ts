import { decodeHTMLStrict } from 'entities';

/** Stands for markup within a word; the analyzer ignores it. */
const WITHIN = '\u2060';
/** Tags that do not divide words, and those that do. */
const INLINE =
  'a|abbr|b|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|rp|rt|ruby|s|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr';
const BLOCK =
  'article|aside|blockquote|br|caption|center|col|colgroup|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|img|input|li|main|nav|ol|p|picture|pre|section|source|summary|table|tbody|td|tfoot|th|thead|tr|ul|video';
const ATTRIBUTES = '(?:\\s[^<>]{0,400})?/?';
const MARKUP = new RegExp(
  [
    `(?<inline></?(?:${INLINE})${ATTRIBUTES}>)`,
    `(?<block></?(?:${BLOCK})${ATTRIBUTES}>)`,
    '(?<entity>&(?:[a-z][a-z\\d]{1,31}|#\\d{1,7}|#x[\\da-f]{1,6});)',
  ].join('|'),
  'giu',
);
const TAG_IN_WORD = new RegExp(`(?<=[\\p{L}\\p{N}])</?(?:${INLINE})>`, 'giu');
/**
 * Emphasis within a line, limited to the length of a sentence, so that each delimiter is examined a bounded number of
 * times.
 */
const EMPHASIS = /(?<![\\*~])(\*{1,3}|~~)(?=[^\s*~|])[^*~|\n]{0,200}(?<=[^\s\\*~|])\1(?![*~])/gu;
/** Letters, and invisible characters within a word or a number. */
const OF_A_WORD = /^(?:[\p{L}\p{N}\p{M}]{1,2}|[\u00a0\u00ad\u200c\u200d])$/u;
const LETTER = /[\p{L}\p{N}\p{M}]/u;
const HAS_MARKUP = /[<&*~]/;

/**
 * Returns a Markdown text as a reader sees it, with the same number of UTF-16 units, so that offsets are equal in both:
 * markup within a word is replaced by a sign that no word has, entities by their letters, and separators of words by
 * spaces.
 */
export function visibleText(markdown: string): string {
  if (!HAS_MARKUP.test(markdown)) return markdown;
  const plain = markdown.replace(MARKUP, (...found: unknown[]) => {
    const sign = String(found[0]);
    const { inline, entity } = found.at(-1) as { inline?: string; entity?: string };
    if (entity !== undefined) return readEntity(sign);
    return (inline === undefined ? ' ' : WITHIN).repeat(sign.length);
  });
  const signs: [from: number, length: number][] = [];
  for (const { 0: whole, 1: sign = '', index } of plain.matchAll(EMPHASIS)) {
    signs.push([index, sign.length], [index + whole.length - sign.length, sign.length]);
  }
  let out = '';
  let at = 0;
  for (const [from, length] of signs) {
    out += plain.slice(at, from);
    at = from + length;
    out += isWithinWord(plain, from, at) ? WITHIN.repeat(length) : plain.slice(from, at);
  }
  return out + plain.slice(at);
}

/** Returns a query without inline tags. */
export function withoutTags(query: string): string {
  return query.replace(TAG_IN_WORD, '');
}

/**
 * Returns the replacement of an entity with the same number of units: a part of a word, a non-breaking space, or spaces
 * for any other sign.
 */
function readEntity(entity: string): string {
  const sign = decodeHTMLStrict(entity);
  if (sign === entity) return entity;
  return OF_A_WORD.test(sign) ? sign.padEnd(entity.length, WITHIN) : ' '.repeat(entity.length);
}

function isWithinWord(text: string, from: number, to: number): boolean {
  return isLetter(text, from - 1) && isLetter(text, to);
}

/**
 * Returns whether a character is a letter. A unit of a surrogate pair counts as one: emphasis beside an emoji does not
 * join words.
 */
function isLetter(text: string, at: number): boolean {
  const unit = text.charAt(at);
  return LETTER.test(unit) || (unit.charCodeAt(0) & 0xf8_00) === 0xd8_00;
}
