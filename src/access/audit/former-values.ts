import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from '../../workflow/engine/state/actor.js';

/** Former values of fields, by their names in the API. */
export type FormerValues = Readonly<Record<string, unknown>>;

/** The request in progress: its author, and the values that it is about to change. Undefined outside a request. */
const current = new AsyncLocalStorage<{ values: FormerValues; actor: Actor | null }>();

/** Runs `work` on behalf of an actor and collects the values passed to {@link noteFormer}. */
export function collectingFormer<T>(
  actor: Actor | null,
  work: () => T,
): { result: T; former: () => FormerValues } {
  const store = { values: {}, actor };
  return { result: current.run(store, work), former: () => store.values };
}

/** Returns the author of the request in progress; null outside a request that changes something. */
export function currentActor(): Actor | null {
  return current.getStore()?.actor ?? null;
}

/** Notes, for the audit log, values that the request in progress is about to change. */
export function noteFormer(values: FormerValues): void {
  const store = current.getStore();
  if (store !== undefined) store.values = { ...store.values, ...values };
}
