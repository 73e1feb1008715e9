import { isObject, type JsonObject } from './json.js';

const PREFIX = 'metarun-params ';

/** Saves the params of a form for the lifetime of the tab, so that they survive a reload or Back. */
export function keepDraft(name: string, params: JsonObject): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(params));
  } catch {
    // The storage is full or blocked, so the input is kept only in the form.
  }
}

/** Returns the saved params; null if there are none. */
export function takeDraft(name: string): JsonObject | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
    return isObject(kept) ? kept : null;
  } catch {
    return null;
  }
}
