import { isObject, type JsonObject } from '../../parts/json.js';

const PREFIX = 'metarun-script ';

/** Unsaved text, with the settings that belong to it. */
export interface Kept {
  text: string;
  language: 'python' | 'typescript';
  /** Version that was current when editing started; null for a new meta-task. */
  version: number | null;
  settings: JsonObject;
}

/** Stores unsaved text until this tab is closed. Null removes the stored text. */
export function keepText(name: string, kept: Kept | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(kept));
  } catch {
    // The storage is full or blocked: the text is kept in the page only.
  }
}

/** Returns the stored text; null if there is none. */
export function keptText(name: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
    if (!isObject(kept)) return null;
    const { text, language, version, settings } = kept;
    if (typeof text !== 'string' || !isObject(settings)) return null;
    if (language !== 'python' && language !== 'typescript') return null;
    return { text, language, version: typeof version === 'number' ? version : null, settings };
  } catch {
    return null;
  }
}
