import { termsOf } from '../../../files/search/analyzer.js';
import { Comparison } from './comparison.js';
import { misplacedIn } from './misplaced.js';
import { isContent, isDetail, type Token } from './tokens.js';
import { isOtherOfKind, NEGATIVES, type Sense, UNITS } from './words.js';

/** The share of its words that a claim has in common with its quotes, at least. */
const LEAST_SHARE = 0.45;
/** The most words of a claim that are returned. */
const MOST_RETURNED = 5;

/**
 * Returns what a text says and its quotes do not, in its words, at most five; [] where they prove the text. Each number, date,
 * time, code and proper name has to stand in the quotes, and not beside other words than there, as has each negation. Of all other
 * words, enough have to, in any form.
 */
export function findUnproven(text: string, quotes: readonly string[]): string[] {
  const comparison = new Comparison(text, quotes);
  const { claim } = comparison;
  const unproven = new Set([
    ...claim.filter((token) => isDetail(token) && !hasDetail(comparison, token)),
    ...excludedIn(comparison),
    ...turnedIn(comparison),
    ...deniedIn(comparison),
    ...misplacedIn(comparison),
  ]);
  if (unproven.size === 0) for (const token of uncommonIn(comparison)) unproven.add(token);
  const found = claim.filter((token) => unproven.has(token)).map((token) => token.text);
  return [...new Set(found)].slice(0, MOST_RETURNED);
}

function hasDetail(comparison: Comparison, token: Token): boolean {
  return comparison.placesOf(token).some((place) => hasUnit(comparison, token, place));
}

/** Returns whether the number of a quote has the unit of the claimed one, beside it or as the only unit of its kind. */
function hasUnit({ proof }: Comparison, { unit }: Token, quoted: Token): boolean {
  if (unit === undefined || unit === quoted.unit) return true;
  if (quoted.unit !== undefined) return false;
  const units = proof
    .filter((token) => !isBehindNegation(proof, token))
    .flatMap(({ text }) => termsOf(text).flatMap((term) => UNITS.get(term) ?? []));
  return units.includes(unit) && !units.some((other) => isOtherOfKind(unit, other));
}

function isBehindNegation(tokens: readonly Token[], { clause, index }: Token): boolean {
  return tokens.some(
    (other) => other.kind === 'negation' && other.clause === clause && other.index < index,
  );
}

/** Returns the words in whose place the quotes have one that excludes them: "monthly" where they say "weekly". */
function excludedIn({ claim, proof, shared }: Comparison): Token[] {
  const clauses = new Set([...shared].map(({ clause }) => clause));
  const quoted = new Map<number, Token[]>();
  for (const token of proof)
    for (const { group } of token.senses) quoted.set(group, [...(quoted.get(group) ?? []), token]);
  return claim.filter(({ key, kind, senses }, index) => {
    if (kind === 'number' || (claim[index - 1]?.kind === 'number' && UNITS.has(key))) return false;
    return senses.some((sense) => {
      const others = quoted.get(sense.group) ?? [];
      if (others.some((other) => hasSense(other, sense))) return false;
      // "lower" and "lowered"
      if (proof.some((other) => isLongerBy(2, key, other.key))) return false;
      return others.some(({ clause }) => clauses.has(clause));
    });
  });
}

function hasSense({ senses }: Token, { group, word }: Sense): boolean {
  return senses.some((sense) => sense.group === group && sense.word === word);
}

/** Returns whether two words are the same but for an ending of so many letters at most. */
function isLongerBy(letters: number, one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > letters) return false;
  return one.startsWith(other) || other.startsWith(one);
}

/** Returns the words before details in whose place the quotes have one that excludes them: "after 8:00" where they say "before 8:00". */
function turnedIn(comparison: Comparison): Token[] {
  const { claim, proof } = comparison;
  return claim.filter((token, index) => {
    const detail = claim[index + 1];
    if (detail === undefined || !isDetail(detail) || token.senses.length === 0) return false;
    const before = comparison.placesOf(detail).flatMap((place) => proof[place.index - 1] ?? []);
    return token.senses.some((sense) => {
      const others = before.filter(({ senses }) =>
        senses.some(({ group }) => group === sense.group),
      );
      return others.length > 0 && !others.some((other) => hasSense(other, sense));
    });
  });
}

/** Returns the negations of a claim that the quotes do not have, and the words that the quotes deny and the claim does not. */
function deniedIn(comparison: Comparison): Token[] {
  const { claim, proof, shared } = comparison;
  const denied = new Set(scopesOf(proof).flatMap(({ scope }) => scope));
  const isDenied = (token: Token): boolean =>
    comparison.placesOf(token).some((place) => denied.has(place));
  const isAffirmed = (token: Token): boolean =>
    comparison.placesOf(token).some((place) => !denied.has(place));
  const clauses = new Set([...shared].filter(isContent).map(({ clause }) => clause));
  const isNegative = proof.some(
    ({ kind, key, clause }) => (kind === 'negation' || NEGATIVES.test(key)) && clauses.has(clause),
  );
  const added = isNegative ? [] : scopesOf(claim).map(({ negation }) => negation);
  const isPositive = claim.every(
    (token) => token.kind !== 'negation' && (!NEGATIVES.test(token.key) || isDenied(token)),
  );
  if (!isPositive) return added;
  return [
    ...added,
    ...claim.filter((token) => isContent(token) && isDenied(token) && !isAffirmed(token)),
  ];
}

/** Returns the negations of a text, each with what it denies: the words behind it in its clause, or where there are none, all. */
function scopesOf(tokens: readonly Token[]): { negation: Token; scope: Token[] }[] {
  return tokens.flatMap((negation, index) => {
    if (negation.kind !== 'negation' || tokens[index + 1]?.key === 'only') return [];
    const clause = tokens.filter((token) => token.clause === negation.clause && isContent(token));
    const behind = clause.filter((token) => token.index > negation.index);
    return [{ negation, scope: behind.length > 0 ? behind : clause }];
  });
}

/** Returns the words that the quotes do not have, if they are too many. */
function uncommonIn(comparison: Comparison): readonly Token[] {
  const content = comparison.claim.filter(isContent);
  if (content.length === 0) return comparison.claim;
  const uncommon = content.filter((token) => comparison.placesOf(token).length === 0);
  return uncommon.length > (1 - LEAST_SHARE) * content.length ? uncommon : [];
}
