import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from '../../workflow/engine/state/actor.js';

/** Values of fields before a change, by the names that the API has for them. */
export type FormerValues = Readonly<Record<string, unknown>>;

/** The request that is being carried out: who has made it, and the values that it is about to change; nothing outside of a request. */
const current = new AsyncLocalStorage<{ values: FormerValues; actor: Actor | null }>();

/** Runs `work` for an actor, and collects what it notes by {@link noteFormer}. */
export function collectingFormer<T>(
  actor: Actor | null,
  work: () => T,
): { result: T; former: () => FormerValues } {
  const store = { values: {}, actor };
  return { result: current.run(store, work), former: () => store.values };
}

/** Returns who has made the request that is being carried out; null outside of one that changes something. */
export function currentActor(): Actor | null {
  return current.getStore()?.actor ?? null;
}

/** Notes how something was before the request that is being carried out changes it, for the audit log. */
export function noteFormer(values: FormerValues): void {
  const store = current.getStore();
  if (store !== undefined) store.values = { ...store.values, ...values };
}
