import { useSyncExternalStore } from 'react';
import { writeTimesIn } from '../texts/en/format.js';
import { isObject } from './json.js';

const KEY = 'metarun-preferences';
export const ZONES = ['local', 'utc'] as const;
export const CLOCKS = ['clock', 'since', 'off'] as const;

/** The ways in which this browser shows things where the address does not say it. */
export interface Preferences {
  /** The zone of times. */
  zone: (typeof ZONES)[number];
  /** The column of times in a log. */
  clock: (typeof CLOCKS)[number];
  /** Long lines of a log are broken. */
  wrap: boolean;
}

const USUAL: Preferences = { zone: 'local', clock: 'clock', wrap: false };
const listeners = new Set<() => void>();
let current = stored();

/** Returns what is preferred, and follows it. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, () => current);
}

export function prefer(part: Partial<Preferences>): void {
  current = { ...current, ...part };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // It is full: what is preferred holds until the page is closed.
  }
  applyPreferences();
  for (const listener of listeners) listener();
}

/** Writes times in the zone that is preferred. */
export function applyPreferences(): void {
  writeTimesIn(current.zone === 'utc' ? 'UTC' : undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function stored(): Preferences {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
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
