import { collectTerms } from '../../../files/search/analyzer.js';
import {
  toCurrencyCode,
  CURRENCIES,
  isFunctionWord,
  GENERIC_NAMES,
  NEGATIONS,
  NUMBER_WORDS,
  OPENERS,
  SCALES,
  type Sense,
  listSenses,
  UNITS,
} from './words.js';

/** Kinds of tokens. `light`: has no meaning of its own. `part`: belongs to the code before it. */
export type Kind =
  'date' | 'time' | 'number' | 'code' | 'name' | 'word' | 'part' | 'light' | 'negation';

/** A word of a text. `key`: normalized form for comparisons. */
export interface Token {
  kind: Kind;
  text: string;
  key: string;
  /** Index of the token. */
  index: number;
  clause: number;
  /** True for the first word of a sentence. */
  opens: boolean;
  /** True if a colon follows. */
  isKey: boolean;
  /** Unit of a number: a value of {@link UNITS}. */
  unit: string | undefined;
  senses: readonly Sense[];
  /** Key without common English endings. */
  stem: string;
  /** Letters and digits of a long code, otherwise "". */
  squeezed: string;
  /** Form of a detail: two of the same kind and form may be mistaken for each other. */
  shape: string;
  /** Number of the name of several words to which the token belongs. */
  name: number;
  /** Distance from the beginning of the text in words; the end of a clause, or an "and", counts for several. */
  place: number;
}

/** Distance in words that the end of a clause, and an "and", add. */
const CLAUSE_STEPS = 10;
const AND_STEPS = 3;
/** Minimum letters and digits of a code that is compared without separators. */
const LEAST_CODE = 8;

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

const GERMAN_MONTHS = 'jan feb mär apr mai jun jul aug sep okt nov dez'.split(' ');

const MONTH = String.raw`(?:${[...MONTHS, ...GERMAN_MONTHS].join('|')})(?:[a-z]{1,6})?\.?`;

const YEAR = String.raw`(?:,?\s+\d{4}(?!\d))?`;

const DATES = [
  String.raw`\d{4}-\d{2}-\d{2}(?![\w-])`,
  String.raw`\d{1,2}\.\s?\d{1,2}\.\d{4}(?!\d)`,
  String.raw`\d{1,2}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?${MONTH}${YEAR}(?!\w)`,
  String.raw`${MONTH}\s+\d{1,2}(?:st|nd|rd|th)?(?![\w:])${YEAR}`,
];

const TIMES = [
  String.raw`\d{1,2}(?::\d{2})?\s?[ap]\.?m(?!\w)\.?`,
  String.raw`\d{1,2}:\d{2}(?::\d{2})?(?![\w:])`,
];

const NUMBER = String.raw`(?!\d+\.\d+\.)[-−]?\d+(?:[.,']\d+)*(?:st|nd|rd|th)?(?![\w@/\\]|[-.,:]\w*\d)`;

const BREAKS = String.raw`[.;!?,:]+(?=\s|$)|\n+|\s[-–—]+>?\s|[()]`;

const WORD = String.raw`[^\s,;!?()"“”„«»]+?(?=[.,:;!?']*(?:[\s,;!?()"“”„«»]|$))`;

const PARTS = new RegExp(
  String.raw`(?<![\w@/\\.:-])(?:(?<date>${DATES.join('|')})|(?<time>${TIMES.join('|')})|(?<number>${NUMBER}))|(?<sign>[%€$£¥])|(?<end>${BREAKS})|(?<quoted>` +
    '`[^`]{1,100}`' +
    String.raw`)|(?<word>${WORD})`,
  'giu',
);

const CODE =
  /[\p{L}_]\p{N}|\p{N}[\p{L}_]|[/\\@_#]|\p{L}[.:]\p{L}|[\p{L}\p{N}]-\p{N}|\p{N}[.:]\p{N}|\p{Ll}\p{Lu}|\p{Lu}-|-\p{Lu}{2}/u;

/** Alternatives, such as "and/or" and "Mon/Tue". */
const ALTERNATIVES = /^\p{L}+\/\p{L}+$/u;

const EDGES = /^[^\p{L}\p{N}\p{M}/+#-]+|[^\p{L}\p{N}\p{M}+#]+$/gu;

const CAPITAL = /^\p{Lu}/u;

const CAPITALS = /^\p{Lu}[\p{Lu}\p{N}]+s?$/u;

const WITHOUT_CASE = /^[^\p{Lu}\p{Ll}]+$/u;

/** Three or more groups of capital letters and digits, such as in an account number. */
const GROUPS = /(?<![\w.-])\+?(?=[A-Z]*\d)[A-Z\d]{1,5}(?: [A-Z\d]{1,5}){2,}(?![\w-])/g;

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

const FIRSTS = new RegExp(String.raw`\b(${ORDINALS.join('|')})((?: of)? ${MONTH})`, 'gi');

const ABBREVIATIONS =
  /\b(mr|mrs|ms|dr|prof|st|approx|incl|excl|tel|ext|vs|inc|ltd|co|dept|no|nr|frau|hr)\.(?=\s)/gi;

const CLAUSES = new Set(['but', 'whereas', 'then', 'aber']);

/** Normalizes spellings: apostrophes, contractions, limit signs, currencies, units and digit groups. */
function normalised(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/(?<=\w)=(?=\S)/g, ': ')
    .replaceAll(/["*<>{}[\]|=~]|(?<=^|\W)'|'(?=\W|$)/g, ' ')
    .replaceAll(ABBREVIATIONS, '$1')
    .replaceAll(/\bminus (?=\d)/gi, '-')
    .replaceAll(/\bnoon\b/gi, '12:00')
    .replaceAll(/\bmidnight\b/gi, '0:00')
    .replaceAll(
      FIRSTS,
      (_, day: string, rest: string) => `${ORDINALS.indexOf(day.toLowerCase()) + 1}${rest}`,
    )
    .replaceAll(
      /(?<![\w.])(\d{1,3})h(?:(\d{1,2})m(?:in)?)?(?!\w)/g,
      (_, hours: string, minutes?: string) =>
        `${hours} h${minutes === undefined ? '' : ` ${minutes} min`}`,
    )
    .replaceAll(/\bwon't\b/gi, 'will not')
    .replaceAll(/(?<=\p{L})n't\b/giu, ' not')
    .replaceAll(/(?<=[\p{L}\p{N}])'s?(?!\p{L})/gu, '')
    .replaceAll(/(?<=\s):(?=\S)/g, ': ')
    .replaceAll(/\be-?mail/gi, 'mail')
    .replaceAll(/\b(?:no (?:more|later|longer) than|not exceed)\b/gi, 'at most')
    .replaceAll(/\bno (?:less|fewer|earlier) than\b/gi, 'at least')
    .replaceAll(/\b(?:no|nr)\.? ?(?=\d)/gi, '')
    .replaceAll(/\bquarter of an hour\b/gi, '15 minutes')
    .replaceAll(/\bhalf an hour\b/gi, '30 minutes')
    .replaceAll(/\b(?:every (?:two|2) weeks|every (?:other|second) week)\b/gi, 'biweekly')
    .replaceAll(
      /\b(?:each|every|per|a) (hour|day|week|month|quarter|year)\b/gi,
      (_, unit: string) => (unit === 'day' ? 'daily' : `${unit}ly`),
    )
    .replaceAll(/(?:°\s?|\bdegrees )C(?:elsius)?(?!\w)/g, ' celsius')
    .replaceAll(/(?:°\s?|\bdegrees )F(?:ahrenheit)?(?!\w)/g, ' fahrenheit')
    .replaceAll(/\+\d{1,3}(?: \d{2,})+/g, (number) => number.replaceAll(' ', ''))
    .replaceAll(/\bper cent\b/gi, 'percent')
    .replaceAll(CURRENCIES, toCurrencyCode)
    .replaceAll(GROUPS, (groups) =>
      // Several words in capital letters are not a code.
      (groups.match(/\d/g) ?? []).length > groups.length / 4 ? groups.replaceAll(' ', '') : groups,
    )
    .replaceAll(/(?<![\w.-])0\d{1,5}(?: \d{2,})+(?![\w-])/g, (number) => number.replaceAll(' ', ''))
    .replaceAll(/(?<![\w.,])(\d+(?:[.,]\d+)*)\s?([a-z]{1,8})(?![\w-])/gi, withUnit)
    .replaceAll(/(?<![\w.-])(\d+)-(?=\p{Ll}{2,}(?!\S*\d))/gu, '$1 ')
    .replaceAll(/(?<=(?:^|\s)[\d:]{1,8})[-–](?=[\d:]{1,8}(?:$|[\s.,;]))/g, ' to ');
}

/** Separates a number from its unit, and multiplies it if the unit is a thousand or a million. */
function withUnit(all: string, number: string, word: string): string {
  const scale = SCALES.get(word.toLowerCase());
  if (scale !== undefined)
    return String(Number((Number(normaliseNumber(number)) * scale).toPrecision(12)));
  return UNITS.has(word.toLowerCase()) ? `${number} ${word}` : all;
}

export function parseTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let clause = 0;
  let opens = true;
  let steps = 0;
  for (const { 0: found, groups = {} } of normalised(text).matchAll(PARTS)) {
    if (groups['end'] !== undefined) {
      const last = tokens.findLast(({ kind }) => kind !== 'part');
      if (found !== ':') clause += 1;
      else if (last !== undefined) last.isKey = true;
      opens ||= !/^[,()]/.test(found);
      continue;
    }
    for (const word of parseWords(found, groups, opens)) {
      const [kind, , key] = word;
      if (key === '') continue;
      if (CLAUSES.has(key)) clause += 1;
      if (key === 'and' || key === 'or') steps += AND_STEPS;
      const index = tokens.length;
      const before = tokens.at(-1);
      const goesOn = kind === 'name' && before?.kind === kind && before.clause === clause;
      const name = goesOn ? before.name : index;
      const place = index + steps + CLAUSE_STEPS * clause;
      tokens.push({ ...toToken(word), index, clause, opens, name, place });
      opens = false;
    }
  }
  for (const [index, token] of tokens.entries())
    if (token.kind === 'number')
      token.unit = findUnit(tokens[index + 1], token) ?? findUnit(tokens[index - 1], token);
  return tokens;
}

function toToken([kind, text, key]: Word): Omit<
  Token,
  'index' | 'clause' | 'opens' | 'name' | 'place'
> {
  const senses = listSenses(key);
  const squeezed = key.replaceAll(/[^a-z\d]/g, '');
  const isLong = squeezed.length >= LEAST_CODE && /\d{3}/.test(squeezed);
  return {
    kind,
    text,
    key,
    isKey: false,
    unit: undefined,
    senses,
    stem: stemWord(key),
    squeezed: isLong ? squeezed : '',
    shape: computeShape(kind, text, key, senses),
  };
}

/** Removes common English endings: "sign" from "signing" and "signed", "run" from "running". */
function stemWord(word: string): string {
  const stem = word.replace(/(?:ing|ed|es|s|ers?|ions?|ments?|ly)$/, '');
  return stem.length < 3 ? word : stem.replace(/(\p{L})\1$/u, '$1');
}

function computeShape(kind: Kind, text: string, key: string, senses: readonly Sense[]): string {
  if (kind === 'name') return `${senses[0]?.group ?? ''} ${CAPITALS.test(text)}`;
  if (kind !== 'code') return '';
  if (key.includes('@')) return '@';
  if (key.includes('/')) return '/';
  return key
    .replaceAll(/\p{L}+/gu, 'a')
    .replaceAll(/\d+/g, '0')
    .replaceAll(/(\W[a0])\1+/g, '$1');
}

type Word = [kind: Kind, text: string, key: string];

function parseWords(
  text: string,
  groups: Record<string, string | undefined>,
  opens: boolean,
): Word[] {
  if (groups['date'] !== undefined) return [['date', text, normaliseDate(text)]];
  if (groups['time'] !== undefined) return [['time', text, normaliseTime(text)]];
  if (groups['number'] !== undefined) return [['number', text, normaliseNumber(text)]];
  if (groups['sign'] !== undefined) return [['light', text, UNITS.get(text) ?? text]];
  const word = text.replaceAll(EDGES, '');
  const isCode = groups['quoted'] !== undefined || (CODE.test(word) && !ALTERNATIVES.test(word));
  if (!isCode) return word.split(/[-/]/).map((one) => parseWord(one, opens));
  const code = word.replace(/^#/, '').toLowerCase();
  const parts = /[_/@]|\p{L}\.\p{L}/u.test(word)
    ? word.split(/[^\p{L}\p{N}]+/u).map(parsePart)
    : [];
  const pieces = code.split(/[/@]+/).filter((piece) => piece !== code);
  return [['code', word, code], ...parts, ...pieces.map((piece): Word => ['part', piece, piece])];
}

function parsePart(text: string): Word {
  return /^\d+$/.test(text)
    ? ['number', text, normaliseNumber(text)]
    : ['part', text, collectTerms(text).join('')];
}

function parseWord(text: string, opens: boolean): Word {
  const key = collectTerms(text).join('');
  const number = NUMBER_WORDS.get(key);
  if (number !== undefined) return ['number', text, number];
  return [classifyWord(text, key, opens), text, key];
}

function classifyWord(text: string, key: string, opens: boolean): Kind {
  if (NEGATIONS.has(key)) return 'negation';
  if (isFunctionWord(key) || (UNITS.has(key) && !/^\p{Lu}$/u.test(text))) return 'light';
  if (WITHOUT_CASE.test(text)) return 'name';
  if (!CAPITAL.test(text) || GENERIC_NAMES.has(key)) return 'word';
  return opens && OPENERS.has(key) && !CAPITALS.test(text) ? 'word' : 'name';
}

/** Returns a date as year, month and day; the year is empty if it is missing. */
function normaliseDate(text: string): string {
  const [first = '', second = '', third = ''] = text.match(/\d+/g) ?? [];
  const name = /\p{L}{3}/u.exec(text.replace(/\d(?:st|nd|rd|th)/i, ''))?.[0].toLowerCase() ?? '';
  const month = Math.max(MONTHS.indexOf(name), GERMAN_MONTHS.indexOf(name)) + 1;
  if (month > 0) return `${second}-${month}-${Number(first)}`;
  if (text.includes('.')) return `${third}-${Number(second)}-${Number(first)}`;
  return `${first}-${Number(second)}-${Number(third)}`;
}

/** Returns a time as hour, minute and second of the day. */
function normaliseTime(text: string): string {
  const [hour = 0, minute = 0, second = 0] = (text.match(/\d+/g) ?? []).map(Number);
  const half = /([ap])\.?m/i.exec(text)?.[1]?.toLowerCase();
  const hours = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  return `${hours}:${minute}:${second}`;
}

/** Returns a number without digit group separators: a separator before three digits counts as one. */
function normaliseNumber(text: string): string {
  const digits = text
    .replace(/(?:st|nd|rd|th)$/i, '')
    .replaceAll('−', '-')
    .replaceAll("'", '')
    .replaceAll(/[.,](?=\d{3}(?:[.,]|$))/g, '')
    .replace(',', '.');
  // A number with leading zeros is a code.
  return /^0\d/.test(digits) || digits.length > 15 ? digits : String(Number(digits));
}

function findUnit(neighbour: Token | undefined, { clause }: Token): string | undefined {
  return neighbour?.clause === clause ? UNITS.get(neighbour.key) : undefined;
}

export function isDetail({ kind }: Token): boolean {
  return ['date', 'time', 'number', 'code', 'name'].includes(kind);
}

export function isContent(token: Token): boolean {
  return token.kind === 'word' || isDetail(token);
}
