import type { Me } from './types.js';

interface Early {
  answer: Promise<Response>;
  /** Time of the request, in ms since the page was opened. */
  at: number;
}

declare global {
  /** Responses that were requested before the code of the page was loaded, by URL. */
  var earlyAnswers: Map<string, Early> | undefined;
}

/** Time after which an unused response is too old, in ms. */
const FRESH_MS = 15_000;

/**
 * Requests data that the page is going to need. A failed request is reported only to the code that takes the response.
 */
export function askEarly(address: string): Promise<Response> {
  const answer = fetch(address, { credentials: 'same-origin' });
  answer.catch(() => undefined);
  globalThis.earlyAnswers ??= new Map();
  globalThis.earlyAnswers.set(address, { answer, at: performance.now() });
  return answer;
}

/** Takes the early response to a request; undefined if no fresh one exists. Each response is taken only once. */
export function takeEarly({ method, url }: Request): Promise<Response> | undefined {
  const early = method === 'GET' ? globalThis.earlyAnswers?.get(url) : undefined;
  if (early === undefined) return undefined;
  globalThis.earlyAnswers?.delete(url);
  return performance.now() - early.at < FRESH_MS ? early.answer : undefined;
}

/**
 * Returns the earliest time at which the response to a request made now may have been requested, in ms since the page
 * was opened. It lies in the past while an early response may still be taken.
 */
export function earliestAsk(): number {
  const now = performance.now();
  const times = [...(globalThis.earlyAnswers?.values() ?? [])].map(({ at }) => at);
  return Math.min(now, ...times.filter((at) => now - at < FRESH_MS));
}

/** Returns the id of the project with a slug or id from the URL; undefined if the user has no such project. */
export async function projectIn(me: Response, named: string): Promise<string | undefined> {
  if (!me.ok) return undefined;
  const { projects } = (await me.clone().json()) as Me;
  return projects.find(({ id, slug }) => slug === named || id === named)?.id;
}
