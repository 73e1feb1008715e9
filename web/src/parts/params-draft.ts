import { isObject, type JsonObject } from './json.js';

const PREFIX = 'metarun-params ';

/** Keeps the params of a form while this tab is open, so that a reload and Back do not lose them. */
export function keepDraft(name: string, params: JsonObject): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(params));
  } catch {
    // It is full: what is typed stays in the form alone.
  }
}

/** Returns the params that were kept; null where there are none. */
export function takeDraft(name: string): JsonObject | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
    return isObject(kept) ? kept : null;
  } catch {
    return null;
  }
}
