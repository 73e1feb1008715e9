import type { Me } from './types.js';

interface Early {
  answer: Promise<Response>;
  /** When it was asked for, ms since the page was opened. */
  at: number;
}

declare global {
  /** Answers that were asked for before the code of the page was there, by their addresses. */
  var earlyAnswers: Map<string, Early> | undefined;
}

/** An answer that was not taken for so long is too old, ms. */
const FRESH_MS = 15_000;

/** Asks for something that the page is about to ask for. A failure is that of who takes the answer. */
export function askEarly(address: string): Promise<Response> {
  const answer = fetch(address, { credentials: 'same-origin' });
  answer.catch(() => undefined);
  globalThis.earlyAnswers ??= new Map();
  globalThis.earlyAnswers.set(address, { answer, at: performance.now() });
  return answer;
}

/** Returns the answer to a request that was asked early, once; undefined where there is none. */
export function takeEarly({ method, url }: Request): Promise<Response> | undefined {
  const early = method === 'GET' ? globalThis.earlyAnswers?.get(url) : undefined;
  if (early === undefined) return undefined;
  globalThis.earlyAnswers?.delete(url);
  return performance.now() - early.at < FRESH_MS ? early.answer : undefined;
}

/**
 * Returns when the answer to a question of this moment may have been asked for, in ms since the page was opened: earlier, as long as
 * an early answer may still be taken.
 */
export function earliestAsk(): number {
  const now = performance.now();
  const times = [...(globalThis.earlyAnswers?.values() ?? [])].map(({ at }) => at);
  return Math.min(now, ...times.filter((at) => now - at < FRESH_MS));
}

/** Returns the id of a project by its name in the address; undefined where the user has none of this name. */
export async function projectIn(me: Response, named: string): Promise<string | undefined> {
  if (!me.ok) return undefined;
  const { projects } = (await me.clone().json()) as Me;
  return projects.find(({ id, slug }) => slug === named || id === named)?.id;
}
