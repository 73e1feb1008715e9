import { isContent, isDetail, type Token, parseTokens } from './tokens.js';

/** Minimum length and share of the common beginning of two forms of a word. */
const LEAST_STEM = 4;
const STEM_SHARE = 0.7;
const MOST_ENDING = 5;

/** Compares a claim with its quotes word by word. */
export class Comparison {
  readonly claim: readonly Token[];
  readonly proof: readonly Token[];
  /** Tokens of the quotes that match content words of the claim, and those that match its details. */
  readonly shared = new Set<Token>();
  readonly claimed = new Set<Token>();
  private readonly found = new Map<Token, readonly Token[]>();

  constructor(text: string, quotes: readonly string[]) {
    this.claim = parseTokens(text).filter(({ kind }) => kind !== 'part');
    this.proof = parseTokens(quotes.join('\n\n'));
    const byKey = new Map<string, readonly Token[]>();
    for (const token of this.claim) {
      const key = `${token.kind} ${token.opens} ${token.key}`;
      const found = byKey.get(key) ?? this.proof.filter((other) => isSame(token, other));
      byKey.set(key, found);
      this.found.set(token, found);
      for (const other of found) {
        if (isContent(token)) this.shared.add(other);
        if (isDetail(token)) this.claimed.add(other);
      }
    }
  }

  /** Returns the positions in the quotes of a word of the claim, in order. */
  listPlaces(token: Token): readonly Token[] {
    return this.found.get(token) ?? [];
  }
}

/** Returns whether a word of a claim matches a word of a quote. */
export function isSame(claimed: Token, quoted: Token): boolean {
  const { kind, key, squeezed } = claimed;
  if (kind === 'date') return quoted.kind === 'date' && isSameDate(key, quoted.key);
  // The first of two days may lack a month, as in "7 to 18 May".
  if (kind === 'number' && quoted.kind === 'date') return quoted.key.endsWith(`-${key}`);
  if (squeezed !== '' && squeezed === quoted.squeezed) return true;
  if (kind === 'time' && quoted.kind === 'number') return key === timeOfNumber(quoted);
  if (kind === 'number' && quoted.kind === 'time') return quoted.key === `${key}:0:0`;
  if (kind === 'number' || quoted.kind === 'number') return key === quoted.key;
  if (kind === 'name' && !claimed.opens) return isSameName(claimed, quoted);
  if (kind === 'word' || kind === 'name') return isSameWord(claimed, quoted);
  return key === quoted.key;
}

/** Returns the time of day that a number may represent: "9" or "9.45". */
function timeOfNumber({ text, key }: Token): string {
  const [, hour, minute] = /^(\d{1,2})\.(\d{2})$/.exec(text) ?? [];
  return hour === undefined ? `${key}:0:0` : `${Number(hour)}:${Number(minute)}:0`;
}

/** Returns whether two dates are equal. A claim may omit the year. */
function isSameDate(claimed: string, quoted: string): boolean {
  return quoted === claimed || (claimed.startsWith('-') && quoted.endsWith(claimed));
}

function isSameName({ key, senses }: Token, other: Token): boolean {
  if (key === other.key || `${key}s` === other.key || key === `${other.key}s`) return true;
  return senses.some(({ group, word }) =>
    other.senses.some((sense) => sense.group === group && sense.word === word),
  );
}

/** Returns whether two words are forms of the same word. */
function isSameWord(one: Token, other: Token): boolean {
  if (isSameName(one, other) || one.stem === other.stem) return true;
  const shorter = Math.min(one.key.length, other.key.length);
  let common = 0;
  while (common < shorter && one.key[common] === other.key[common]) common += 1;
  if (Math.max(one.key.length, other.key.length) - common > MOST_ENDING) return false;
  return common >= LEAST_STEM && common >= STEM_SHARE * shorter;
}
