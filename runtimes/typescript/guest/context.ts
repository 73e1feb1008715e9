/**
 * Symbol under which a bundle that tracks async contexts provides its function to the guest; see `node/async-hooks.ts`.
 */
export const BIND = Symbol.for('metarun.bind');

/** Binds a function to the current async context if the script tracks contexts; otherwise returns it unchanged. */
export function inContext<Given>(callback: Given): Given {
  const bind = (globalThis as Record<symbol, unknown>)[BIND];
  return typeof bind === 'function' ? (bind as (given: Given) => Given)(callback) : callback;
}
