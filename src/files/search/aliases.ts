/**
 * Further terms by which a place of a text is found: a number whatever the grouping of its digits, a name with signs
 * such as "C++", and a hyphenated word as one. They complement the terms of the words, of which phrases consist.
 */
export interface Alias {
  term: string;
  /** UTF-16 offsets into the text. */
  start: number;
  end: number;
}

/**
 * Letters that no folded word contains, since each folds to another one: they stand for signs, so that terms consist of
 * letters and digits only, in the syntax of either database.
 */
const DECIMAL = 'ᵈ';
const DOT = 'ᵗ';
const PLUS = 'ᵖ';
const SHARP = 'ʰ';

const SIGN_OF: Readonly<Record<string, string>> = {
  [DECIMAL]: '.',
  [DOT]: '.',
  [PLUS]: '+',
  [SHARP]: '#',
};
const SIGN = new RegExp(`[${Object.keys(SIGN_OF).join('')}]`, 'g');

/**
 * A number with separators, alone or beside a unit or a currency. Non-breaking and plain spaces are separators, which
 * {@link UNSEEN} may follow.
 */
const NUMBER =
  /(?<=(?<![\p{L}\p{N}.,])(?:\p{L}{2,3}\.?)?)\d+(?:[.,'’ \u00a0\u202f\u2009]\u2060*\d+)+(?=[\p{L}²³]{0,3}(?![\p{L}\p{N}]))/gu;
/** The sign for markup within a word. */
const UNSEEN = /\u2060/g;
/**
 * Trailing signs as in "C++" and "C#", which Markdown may escape. Looking behind signs is faster than looking at each
 * word.
 */
const SIGNED =
  /(?<=(?<![\p{L}\p{N}\p{M}_])(\p{L}[\p{L}\p{N}\p{M}]{0,30}))(?:(?:\\?\+){2}|\\?#)(?![\p{L}\p{N}\p{M}_+#])/gu;
/** A leading dot as in ".NET". */
const DOTTED =
  /(?<![\p{L}\p{N}\p{M}_.)\]])\.(\p{L}[\p{L}\p{N}\p{M}]{0,30})(?![\p{L}\p{N}\p{M}_])/gu;
const HYPHENATED =
  /(?<=(?<![\p{L}\p{N}\p{M}_-])(\p{L}{1,40}))(?:[-\u2010\u2011]\p{L}{1,40}){1,3}(?![\p{L}\p{N}\p{M}_-])/gu;
const MAY_HAVE = /[.,'’ \u00a0\u202f\u2009+#\u2010\u2011-]/;
const MAX_ALIAS = 64;

/** Returns whether a term stands for a name with signs. */
export function isSigned(term: string): boolean {
  return [DOT, PLUS, SHARP].some((sign) => term.includes(sign));
}

/** Returns a term with the signs that it stands for. */
export function written(term: string): string {
  return term.replaceAll(SIGN, (letter) => SIGN_OF[letter] ?? letter);
}

/** Yields the aliases of a text; `fold` is the analyzer's. */
export function* findAliases(text: string, fold: (word: string) => string): Generator<Alias> {
  if (!MAY_HAVE.test(text)) return;
  for (const { 0: number, index } of text.matchAll(NUMBER))
    for (const term of numberTerms(number))
      yield { term, start: index, end: index + number.length };
  for (const { 0: signs, 1: word = '', index } of text.matchAll(SIGNED)) {
    const term = fold(word) + (signs.includes('#') ? SHARP : PLUS + PLUS);
    yield { term, start: index - word.length, end: index + signs.length };
  }
  for (const { 0: whole, 1: word = '', index } of text.matchAll(DOTTED))
    yield { term: DOT + fold(word), start: index, end: index + whole.length };
  for (const { 0: rest, 1: first = '', index } of text.matchAll(HYPHENATED)) {
    const term = fold(first + rest.replaceAll(/[-\u2010\u2011]/g, ''));
    if (term.length <= MAX_ALIAS)
      yield { term, start: index - first.length, end: index + rest.length };
  }
}

/**
 * Returns the terms of a number with separators: one, or two if "1.234" may be 1234 or 1 and a fraction; none for a
 * text that is not a number, such as a date or a version.
 */
function numberTerms(found: string): string[] {
  const text = found.replace(UNSEEN, '');
  if (text.length > MAX_ALIAS) return [];
  const parts = text.split(/\D/u);
  const separators = text.replaceAll(/\d/g, '');
  const last = separators.at(-1) ?? '';
  const before = new Set(separators.slice(0, -1));
  const [whole, fraction = ''] = [parts.slice(0, -1), parts.at(-1)];
  const isPoint = last === '.' || last === ',';
  if (before.size === 0) {
    const grouped = areGroups(parts) ? [integer(parts)] : [];
    return isPoint ? [...new Set([...grouped, decimal(whole, fraction)])] : grouped;
  }
  if (before.size > 1) return [];
  if (before.has(last)) return areGroups(parts) ? [integer(parts)] : [];
  return isPoint && areGroups(whole) ? [decimal(whole, fraction)] : [];
}

/** Returns whether all groups but the first have three digits. */
function areGroups([first = '', ...others]: readonly string[]): boolean {
  return first.length <= 3 && others.every((group) => group.length === 3);
}

function integer(groups: readonly string[]): string {
  return groups.join('').replace(/^0+(?=\d)/, '');
}

function decimal(whole: readonly string[], fraction: string): string {
  const digits = fraction.replace(/0+$/, '');
  return digits === '' ? integer(whole) : integer(whole) + DECIMAL + digits;
}
