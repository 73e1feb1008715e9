import { isObject, type JsonObject } from '../../parts/json.js';
import { keepInTab, readFromTab } from '../../parts/tab-storage.js';

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
  keepInTab(PREFIX + name, kept);
}

/** Returns the stored text; null if there is none. */
export function keptText(name: string): Kept | null {
  const kept = readFromTab(PREFIX + name);
  if (!isObject(kept)) return null;
  const { text, language, version, settings } = kept;
  if (typeof text !== 'string' || !isObject(settings)) return null;
  if (language !== 'python' && language !== 'typescript') return null;
  return { text, language, version: typeof version === 'number' ? version : null, settings };
}
