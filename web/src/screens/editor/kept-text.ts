import { isObject, type JsonObject } from '../../parts/json.js';

const PREFIX = 'metarun-script ';

/** A text that is not saved, with the settings beside it. */
export interface Kept {
  text: string;
  language: 'python' | 'typescript';
  /** The version that was current when one began; null for a new meta-task. */
  version: number | null;
  settings: JsonObject;
}

/** Keeps what is not saved while this tab is open; null = there is nothing of the kind any more. */
export function keepText(name: string, kept: Kept | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(kept));
  } catch {
    // It is full: what is typed stays in the page alone.
  }
}

/** Returns what was kept; null where there is nothing. */
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
