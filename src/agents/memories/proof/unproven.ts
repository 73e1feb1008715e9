import { collectTerms } from '../../../files/search/analyzer.js';
import { Comparison } from './comparison.js';
import { misplacedIn } from './misplaced.js';
import { isContent, isDetail, type Token } from './tokens.js';
import { isOtherOfKind, NEGATIVES, type Sense, UNITS } from './words.js';

/** Minimum share of a claim's words that its quotes must contain. */
const LEAST_SHARE = 0.45;
/** Maximum number of a claim's words that are returned. */
const MOST_RETURNED = 5;

/**
 * Returns the words of a text, at most five, that its quotes do not prove; [] if they prove the text. Each number,
 * date, time, code, proper name and negation must occur in the quotes, beside the same words. Of the other words, a
 * sufficient share must occur in any form.
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
  return comparison.listPlaces(token).some((place) => hasUnit(comparison, token, place));
}

/** Returns whether a quoted number has the claimed unit, either beside it or as the only unit of its kind. */
function hasUnit({ proof }: Comparison, { unit }: Token, quoted: Token): boolean {
  if (unit === undefined || unit === quoted.unit) return true;
  if (quoted.unit !== undefined) return false;
  const units = proof
    .filter((token) => !isBehindNegation(proof, token))
    .flatMap(({ text }) => collectTerms(text).flatMap((term) => UNITS.get(term) ?? []));
  return units.includes(unit) && !units.some((other) => isOtherOfKind(unit, other));
}

function isBehindNegation(tokens: readonly Token[], { clause, index }: Token): boolean {
  return tokens.some(
    (other) => other.kind === 'negation' && other.clause === clause && other.index < index,
  );
}

/** Returns the words for which the quotes have a mutually exclusive one: "monthly" instead of "weekly". */
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
      // Such as "lower" and "lowered".
      if (proof.some((other) => isLongerBy(2, key, other.key))) return false;
      return others.some(({ clause }) => clauses.has(clause));
    });
  });
}

function hasSense({ senses }: Token, { group, word }: Sense): boolean {
  return senses.some((sense) => sense.group === group && sense.word === word);
}

/** Returns whether two words differ only by an ending of a maximum length. */
function isLongerBy(letters: number, one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > letters) return false;
  return one.startsWith(other) || other.startsWith(one);
}

/**
 * Returns the words before details for which the quotes have a mutually exclusive one: "after 8:00" instead of "before
 * 8:00".
 */
function turnedIn(comparison: Comparison): Token[] {
  const { claim, proof } = comparison;
  return claim.filter((token, index) => {
    const detail = claim[index + 1];
    if (detail === undefined || !isDetail(detail) || token.senses.length === 0) return false;
    const before = comparison.listPlaces(detail).flatMap((place) => proof[place.index - 1] ?? []);
    return token.senses.some((sense) => {
      const others = before.filter(({ senses }) =>
        senses.some(({ group }) => group === sense.group),
      );
      return others.length > 0 && !others.some((other) => hasSense(other, sense));
    });
  });
}

/** Returns the claim's negations that the quotes lack, and the words that the quotes negate but the claim does not. */
function deniedIn(comparison: Comparison): Token[] {
  const { claim, proof, shared } = comparison;
  const denied = new Set(listNegationScopes(proof).flatMap(({ scope }) => scope));
  const isDenied = (token: Token): boolean =>
    comparison.listPlaces(token).some((place) => denied.has(place));
  const isAffirmed = (token: Token): boolean =>
    comparison.listPlaces(token).some((place) => !denied.has(place));
  const clauses = new Set([...shared].filter(isContent).map(({ clause }) => clause));
  const isNegative = proof.some(
    ({ kind, key, clause }) => (kind === 'negation' || NEGATIVES.test(key)) && clauses.has(clause),
  );
  const added = isNegative ? [] : listNegationScopes(claim).map(({ negation }) => negation);
  const isPositive = claim.every(
    (token) => token.kind !== 'negation' && (!NEGATIVES.test(token.key) || isDenied(token)),
  );
  if (!isPositive) return added;
  return [
    ...added,
    ...claim.filter((token) => isContent(token) && isDenied(token) && !isAffirmed(token)),
  ];
}

/**
 * Returns the negations of a text with their scopes: the following words of the clause or, without any, the
 * whole clause.
 */
function listNegationScopes(tokens: readonly Token[]): { negation: Token; scope: Token[] }[] {
  return tokens.flatMap((negation, index) => {
    if (negation.kind !== 'negation' || tokens[index + 1]?.key === 'only') return [];
    const clause = tokens.filter((token) => token.clause === negation.clause && isContent(token));
    const behind = clause.filter((token) => token.index > negation.index);
    return [{ negation, scope: behind.length > 0 ? behind : clause }];
  });
}

/** Returns the words missing from the quotes if there are too many. */
function uncommonIn(comparison: Comparison): readonly Token[] {
  const content = comparison.claim.filter(isContent);
  if (content.length === 0) return comparison.claim;
  const uncommon = content.filter((token) => comparison.listPlaces(token).length === 0);
  return uncommon.length > (1 - LEAST_SHARE) * content.length ? uncommon : [];
}
