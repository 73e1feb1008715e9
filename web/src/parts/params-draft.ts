import { isObject, type JsonObject } from './json.js';
import { keepInTab, readFromTab } from './tab-storage.js';

const PREFIX = 'metarun-params ';

/** Saves the params of a form for the lifetime of the tab, so that they survive a reload or Back. */
export function keepDraft(name: string, params: JsonObject): void {
  keepInTab(PREFIX + name, params);
}

/** Returns the saved params; null if there are none. */
export function takeDraft(name: string): JsonObject | null {
  const kept = readFromTab(PREFIX + name);
  return isObject(kept) ? kept : null;
}
