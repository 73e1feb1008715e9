import { type Comparison, isSame } from './comparison.js';
import { isContent, isDetail, type Token } from './tokens.js';
import { isGerman } from './words.js';

/**
 * Returns the details that belong to other words in the quotes, because rivals of the same kind are closer to those:
 * "Ann pays and Bob signs" does not prove that Bob pays.
 */
export function misplacedIn(comparison: Comparison): Token[] {
  const { claim, proof } = comparison;
  const isInGerman = isGerman(proof.map(({ key }) => key));
  return claim.filter(
    (token) =>
      isDetail(token) &&
      !(isInGerman && token.kind === 'name') &&
      (isMixed(comparison, token) || isMisplaced(comparison, token)),
  );
}

/** Returns whether a name combines parts of several names: "Ann Berg" from "Ann Ross and Bob Berg". */
function isMixed(comparison: Comparison, token: Token): boolean {
  if (token.kind !== 'name') return false;
  const { claim, proof } = comparison;
  const parts = claim.filter(({ kind, name }) => kind === 'name' && name === token.name);
  const names = parts.map((part) => new Set(comparison.listPlaces(part).map(({ name }) => name)));
  const [first, ...rest] = names;
  if (first === undefined || rest.length === 0) return false;
  if ([...first].some((name) => rest.every((others) => others.has(name)))) return false;
  const isWhole = (name: number): boolean =>
    proof
      .filter((other) => other.kind === 'name' && other.name === name)
      .every((other) => parts.some((part) => isSame(part, other)));
  return names.every((each) => each.size > 0 && ![...each].some(isWhole));
}

function isMisplaced(comparison: Comparison, token: Token): boolean {
  const { claim, proof, claimed } = comparison;
  const own = comparison.listPlaces(token).filter(isDetail);
  if (own.length === 0) return false;
  const ownNames = new Set(own.map(({ name }) => name));
  const rivals = proof.filter(
    (other) =>
      isComparable(token, other) &&
      !own.includes(other) &&
      !(other.kind === 'name' && (other.opens || ownNames.has(other.name))) &&
      !other.isKey,
  );
  if (rivals.length === 0) return false;
  const others = claim.filter(
    (other) =>
      isComparable(token, other) &&
      !isSame(token, other) &&
      !(other.kind === 'name' && other.name === token.name),
  );
  const toOthers = measureDistances(claim, others);
  const labels = claim.filter(
    (other, index) =>
      other !== token &&
      isContent(other) &&
      (other.opens || !isComparable(token, other)) &&
      Math.abs(other.place - token.place) < (toOthers[index] ?? Infinity),
  );
  const [known, unknown] = [true, false].map((isKnown) =>
    rivals.filter((rival) => claimed.has(rival) === isKnown),
  );
  return (
    isTaken(countVotes(comparison, [...labels, ...others], own, unknown ?? [])) ||
    (token.kind !== 'name' &&
      countVotes(comparison, labels, own, known ?? []).own === 0 &&
      isExchanged(comparison, token))
  );
}

interface Votes {
  /** Number of labels closer to the detail. */
  own: number;
  /** Number of labels closer to a rival, and how many of them follow the detail in the rival's clause. */
  others: number;
  behind: number;
  /**
   * Number of labels before both the detail and its rival, which may belong to both: "signed in Rome by Ann, in Bonn
   * by Bob".
   */
  shared: number;
}

function isTaken({ own, others, behind, shared }: Votes): boolean {
  if (own === 0) return others + shared > 0;
  return others > own || behind > 0;
}

/** Counts the labels of a detail by whether they are closer to it, at `own` in the quotes, or to its rivals. */
function countVotes(
  comparison: Comparison,
  labels: readonly Token[],
  own: readonly Token[],
  rivals: readonly Token[],
): Votes {
  const votes = { own: 0, others: 0, behind: 0, shared: 0 };
  const [first] = own;
  if (rivals.length === 0 || first === undefined) return votes;
  const before = rivals.findLast((rival) => rival.index < first.index);
  const clauses = new Set(rivals.map(({ clause }) => clause));
  for (const label of labels) {
    const places = comparison.listPlaces(label);
    const toOwn = distance(places, own);
    const toRivals = distance(places, rivals);
    if (toOwn < toRivals) votes.own += 1;
    else if (toOwn === toRivals) continue;
    else if (
      places.every((place) => place.clause < first.clause) ||
      (before !== undefined && places.some((place) => place.index < before.index))
    )
      votes.shared += 1;
    else {
      votes.others += 1;
      const isBehind = places.every(({ clause }) => clause > first.clause && clauses.has(clause));
      if (isBehind) votes.behind += 1;
    }
  }
  return votes;
}

/** Returns whether a detail precedes another of its kind but follows it in the quotes. */
function isExchanged(comparison: Comparison, token: Token): boolean {
  const { claim, proof } = comparison;
  if (isPassive(claim) !== isPassive(proof)) return false;
  const [place, ...more] = comparison.listPlaces(token);
  if (place === undefined || more.length > 0) return false;
  return claim.some((other) => {
    if (!isComparable(token, other) || isSame(token, other) || token.index > other.index)
      return false;
    const [rival, ...rest] = comparison.listPlaces(other);
    return rival !== undefined && rest.length === 0 && place.index > rival.index;
  });
}

function isPassive(tokens: readonly Token[]): boolean {
  return tokens.some(({ key }) => ['by', 'from', 'through'].includes(key));
}

/** Returns whether two details may be mistaken for each other. */
function isComparable(one: Token, other: Token): boolean {
  if (!isDetail(one) || one.kind !== other.kind || one.shape !== other.shape) return false;
  if (one.kind !== 'number') return true;
  return one.unit === other.unit || (other.unit === undefined && /\d/.test(other.text));
}

/** Returns the smallest distance between two ordered groups of tokens; Infinity if one is empty. */
function distance(some: readonly Token[], others: readonly Token[]): number {
  return measureDistances(some, others).reduce((least, one) => Math.min(least, one), Infinity);
}

/** Returns the distance of each token to the nearest of others; both are in order. */
function measureDistances(some: readonly Token[], others: readonly Token[]): number[] {
  let next = 0;
  return some.map(({ index, place, isKey }) => {
    while (next < others.length && (others[next]?.index ?? 0) < index) next += 1;
    const [before, behind] = [others[next - 1], others[next]];
    // Text before a colon belongs to what follows.
    const toBefore = before === undefined || isKey ? Infinity : place - before.place;
    return Math.min(toBefore, behind === undefined ? Infinity : behind.place - place);
  });
}
