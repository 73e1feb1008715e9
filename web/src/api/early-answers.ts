import type { Me } from './types.js';

interface Early {
  answer: Promise<Response>;
  /** When it was asked for, ms since the page was opened. */
  at: number;
}

declare global {
  interface Window {
    /** Answers that were asked for before the code of the page was there, by their addresses. */
    earlyAnswers?: Map<string, Early>;
  }
}

/** An answer that was not taken for so long is too old, ms. */
const FRESH_MS = 15_000;

/** Asks for something that the page is about to ask for. A failure is that of who takes the answer. */
export function askEarly(address: string): Promise<Response> {
  const answer = fetch(address, { credentials: 'same-origin' });
  answer.catch(() => undefined);
  window.earlyAnswers ??= new Map();
  window.earlyAnswers.set(address, { answer, at: performance.now() });
  return answer;
}

/** Returns the answer to a request that was asked early, once; undefined where there is none. */
export function takeEarly({ method, url }: Request): Promise<Response> | undefined {
  const early = method === 'GET' ? window.earlyAnswers?.get(url) : undefined;
  if (early === undefined) return undefined;
  window.earlyAnswers?.delete(url);
  return performance.now() - early.at < FRESH_MS ? early.answer : undefined;
}

/** Forgets the answers that were not taken yet: something has happened since. */
export function dropEarly(): void {
  window.earlyAnswers?.clear();
}

/** Returns the id of a project by its name in the address; undefined where the user has none of this name. */
export async function projectIn(me: Response, named: string): Promise<string | undefined> {
  if (!me.ok) return undefined;
  const { projects } = (await me.clone().json()) as Me;
  return projects.find(({ id, slug }) => slug === named || id === named)?.id;
}
