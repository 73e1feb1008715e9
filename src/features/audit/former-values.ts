import { AsyncLocalStorage } from 'node:async_hooks';

/** Values of fields before a change, by the names that the API has for them. */
export type FormerValues = Readonly<Record<string, unknown>>;

/** The values that the request that is being carried out is about to change; nothing outside of a request. */
const current = new AsyncLocalStorage<{ values: FormerValues }>();

/** Runs `work` and collects what it notes by {@link noteFormer}. */
export function collectingFormer<T>(work: () => T): { result: T; former: () => FormerValues } {
  const store = { values: {} };
  return { result: current.run(store, work), former: () => store.values };
}

/** Notes how something was before the request that is being carried out changes it, for the audit log. */
export function noteFormer(values: FormerValues): void {
  const store = current.getStore();
  if (store !== undefined) store.values = { ...store.values, ...values };
}
