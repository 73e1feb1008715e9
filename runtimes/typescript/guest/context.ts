/** The name by which a bundle that follows contexts makes its function known to the guest; see `node/async-hooks.ts`. */
export const BIND = Symbol.for('metarun.bind');

/** Returns a function that runs in the context of now, where the script follows contexts; else the function itself. */
export function inContext<Given>(callback: Given): Given {
  const bind = (globalThis as Record<symbol, unknown>)[BIND];
  return typeof bind === 'function' ? (bind as (given: Given) => Given)(callback) : callback;
}
