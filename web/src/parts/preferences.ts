import { useSyncExternalStore } from 'react';
import { writeTimesIn } from '../texts/en/format.js';
import { readStored, writeStored } from './browser-storage.js';
import { isObject } from './json.js';

const KEY = 'metarun-preferences';
export const ZONES = ['local', 'utc'] as const;
export const CLOCKS = ['clock', 'since', 'off'] as const;

/** Display settings of this browser, unless the URL specifies them. */
export interface Preferences {
  /** Time zone of times. */
  zone: (typeof ZONES)[number];
  /** Column with times in a log. */
  clock: (typeof CLOCKS)[number];
  /** True to wrap long lines of a log. */
  wrap: boolean;
}

const USUAL: Preferences = { zone: 'local', clock: 'clock', wrap: false };
const listeners = new Set<() => void>();
let current = stored();

/** Returns the current preferences, with updates. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, () => current);
}

export function prefer(part: Partial<Preferences>): void {
  current = { ...current, ...part };
  // Without storage, the preference lasts until the page is closed.
  writeStored(KEY, JSON.stringify(current));
  applyPreferences();
  for (const listener of listeners) listener();
}

/** Applies the preferred time zone to all times. */
export function applyPreferences(): void {
  writeTimesIn(current.zone === 'utc' ? 'UTC' : undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function stored(): Preferences {
  try {
    const kept: unknown = JSON.parse(readStored(KEY) ?? 'null');
    if (!isObject(kept)) return USUAL;
    return {
      zone: ZONES.find((zone) => zone === kept['zone']) ?? USUAL.zone,
      clock: CLOCKS.find((clock) => clock === kept['clock']) ?? USUAL.clock,
      wrap: kept['wrap'] === true,
    };
  } catch {
    return USUAL;
  }
}
