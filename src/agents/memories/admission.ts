import { collectTerms } from '../../files/search/analyzer.js';
import { findUnproven } from './proof/unproven.js';
import { secretIn } from './secret-patterns.js';

/** A text that a model proposes to remember, with its evidence. */
export interface Candidate {
  text: string;
  evidence: readonly Evidence[];
}

export interface Evidence {
  /** Pointer to a part of the task: a key of {@link AdmissionInput.sources}. */
  pointer: string;
  /** Unchanged words of that part. */
  quote: string;
}

/** The task that a candidate comes from. */
export interface AdmissionInput {
  /** Texts of the task by pointer. Text that came from memory must not be included. */
  sources: ReadonlyMap<string, string>;
  /** Names of tools, which a memory must not instruct its reader to call. */
  tools: readonly string[];
}

export const REFUSALS = [
  'no_evidence',
  'short_quote',
  'unknown_source',
  'quote_not_found',
  'secret',
  'run_state',
  'revoked',
  'duplicate',
  'limit',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** Decision on a candidate. `pending`: a person decides. */
export type Verdict = { verdict: 'admitted' | 'pending' } | { verdict: 'refused'; reason: Refusal };

/** Minimum length of a quote in characters and words; shorter ones occur in most texts and prove nothing. */
const MIN_QUOTE = 12;
const MIN_QUOTE_WORDS = 3;
/** Share of terms about times and runs from which a text contains nothing else. */
const MOST_RUN_STATE = 0.5;

const ADMITTED: Verdict = { verdict: 'admitted' };

/**
 * Returns whether a candidate may be kept, judging only its text and evidence. Duplicates are checked elsewhere. If
 * the quotes exist but do not prove the text, a person decides.
 */
export function judge({ text, evidence }: Candidate, { sources, tools }: AdmissionInput): Verdict {
  const refusal = evidenceRefusal(evidence, sources) ?? textRefusal(text);
  if (refusal !== null) return { verdict: 'refused', reason: refusal };
  const quotes = evidence.map(({ quote }) => quote);
  const isForPerson = isInstruction(text, tools) || findUnproven(text, quotes).length > 0;
  return isForPerson ? { verdict: 'pending' } : ADMITTED;
}

/** Returns the reason why a text may not be kept from any source; null if it may. */
export function textRefusal(text: string): Refusal | null {
  if (secretIn(text) !== null) return 'secret';
  return isRunState(text) ? 'run_state' : null;
}

function evidenceRefusal(
  evidence: readonly Evidence[],
  sources: ReadonlyMap<string, string>,
): Refusal | null {
  if (evidence.length === 0) return 'no_evidence';
  for (const { pointer, quote } of evidence) {
    const wanted = normalised(quote);
    if (Array.from(wanted).length < MIN_QUOTE || collectTerms(quote).length < MIN_QUOTE_WORDS)
      return 'short_quote';
    const source = sources.get(pointer);
    if (source === undefined) return 'unknown_source';
    if (!normalised(source).includes(wanted)) return 'quote_not_found';
  }
  return null;
}

function normalised(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** Instructions to the reader of a memory, which require confirmation by a person. */
const ORDERS =
  /\b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(previous|prior|earlier|above|all|any|these|those|your|the|instructions?|rules?|prompts?)\b|\b(always|never|from now on|you must|you should|make sure to|be sure to)\b.{0,30}\b(call|use|run|execute|send|invoke|delete|approve|reveal|print|post|forward|upload|obey|follow|answer|respond|reply)\b|\b(system prompt|developer message|new instructions?)\b|<\/?(system|assistant|tool)\b|\bas an? (ai|assistant|agent)\b/i;
const IMPERATIVE =
  'call|use|run|execute|invoke|send|delete|write|read|fetch|open|approve|request|try|start';

/** Returns whether a text instructs an agent to do something, rather than stating a fact. */
export function isInstruction(text: string, tools: readonly string[]): boolean {
  const plain = text.normalize('NFKC').replaceAll(/\s+/g, ' ');
  if (ORDERS.test(plain)) return true;
  return tools.some((tool) => {
    const name = tool.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
    const order = String.raw`(^|[.!?:;,]\s*|\b(please|then|and)\s+)(${IMPERATIVE})\b[^.!?]{0,30}(?<![\w.])${name}(?![\w])`;
    return new RegExp(order, 'i').test(plain);
  });
}

const WORD = /\S+/g;
const RUN_STATE =
  /^(\d{4}-\d\d-\d\d(t[\d:.+z-]*)?|\d{1,2}:\d\d(:\d\d)?(\.\d+)?z?|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{12,}|#?[\d.,/%]+(ms|s|m|h|kb|mb|gb|b|%)?|attempt|run|task|step|id|today|yesterday|now|just|currently|at|took|finished|started|seconds?|minutes?|ms)$/i;
const FIGURE = /\d/;

/**
 * Returns whether a text describes one run: more than half of its words are times, ids and counts, and one has a
 * digit.
 */
export function isRunState(text: string): boolean {
  const words = [...text.matchAll(WORD)]
    .map(([word]) => word.replaceAll(/^[("'[]+|[)"'\].,;:!?]+$/g, ''))
    .filter((word) => word !== '');
  const transient = words.filter((word) => RUN_STATE.test(word));
  if (!transient.some((word) => FIGURE.test(word))) return false;
  return transient.length > words.length * MOST_RUN_STATE;
}

/** Share of common terms from which two texts count as the same. */
const NEAR = 0.8;
/** Tolerance for floating-point numbers: a fifth of five terms must be exactly one. */
const ROUNDING = 1e-9;
const NEGATIONS = new Set([
  'no',
  'not',
  'never',
  'without',
  'none',
  'cannot',
  'nicht',
  'kein',
  'keine',
  'nie',
]);

/**
 * Returns whether two texts say the same: four of five terms are common and in the same order, and no number or
 * negation occurs in only one. "Ships 5 boxes" and "ships 6 boxes" differ, as do "tea before coffee" and "coffee
 * before tea".
 */
export function isNear(one: string, other: string): boolean {
  const { isMostlyCommon, apart, isInOrder } = compared(one, other);
  return isMostlyCommon && isInOrder && !apart.some(distinguishes);
}

/**
 * Returns whether two texts with similar embeddings say the same: no number, negation or name occurs in only one, and
 * they are not nearly the same terms in another order. Models consider "ACME pays late" and "Globex pays late"
 * similar. Capitalised words count as names.
 */
export function isOneMeaning(one: string, other: string): boolean {
  const { isMostlyCommon, apart, isInOrder } = compared(one, other);
  if (isMostlyCommon && !isInOrder) return false;
  const names = new Set(
    [one, other].flatMap((text) => text.match(NAME) ?? []).flatMap(collectTerms),
  );
  return !apart.some((term) => distinguishes(term) || names.has(term));
}

const NAME = /\p{Lu}[\p{L}\p{M}\p{N}]*/gu;

function compared(
  one: string,
  other: string,
): { isMostlyCommon: boolean; apart: string[]; isInOrder: boolean } {
  const [a, b] = [new Set(collectTerms(one)), new Set(collectTerms(other))];
  // A set keeps the order in which its terms first occurred.
  const common = [...a].filter((term) => b.has(term));
  const apart = [...a, ...b].filter((term) => !(a.has(term) && b.has(term)));
  return {
    isMostlyCommon: common.length > 0 && common.length >= NEAR * (common.length + apart.length),
    apart,
    isInOrder: common.join(' ') === [...b].filter((term) => a.has(term)).join(' '),
  };
}

function distinguishes(term: string): boolean {
  return FIGURE.test(term) || NEGATIONS.has(term);
}

/**
 * Returns groups of a text's terms such that each near text contains one group completely: a near text lacks at most a
 * fifth of the terms, and there is one group more than that. The longest terms, which are the rarest, go to different
 * groups.
 */
export function groupsOfNear(text: string): string[][] {
  const terms = [...new Set(collectTerms(text))].toSorted(
    (one, other) => other.length - one.length,
  );
  const count = Math.floor((1 - NEAR) * terms.length + ROUNDING) + 1;
  const groups = Map.groupBy(terms.entries(), ([index]) => index % count);
  return [...groups.values()].map((group) => group.map(([, term]) => term));
}

/** Returns the near text with the most terms in common, the newest among equals; null if none is near. */
export function findNearest<Row extends { number: number; text: string | null }>(
  rows: readonly Row[],
  text: string,
): Row | null {
  const wanted = new Set(collectTerms(text));
  let nearest: { row: Row; common: number } | null = null;
  for (const row of rows) {
    if (row.text === null || !isNear(row.text, text)) continue;
    const common = [...new Set(collectTerms(row.text))].filter((term) => wanted.has(term)).length;
    const better =
      nearest === null ? 1 : common - nearest.common || row.number - nearest.row.number;
    if (better > 0) nearest = { row, common };
  }
  return nearest?.row ?? null;
}
