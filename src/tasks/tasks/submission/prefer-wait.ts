import { invalidField } from '../../../base/kernel/errors.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { MAX_WAIT_SECONDS } from './task-waits.service.js';

/** The preference `wait` of RFC 7240 with its value, which may be quoted; parameters follow it. */
const WAIT = /^\s*wait\s*(?:=\s*(?:"([^"]*)"|([^;]*?)))?\s*(?:;.*)?$/is;
/** Items of a list; a comma within quotes belongs to one. */
const ITEMS = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;
const SECONDS = /^\d{1,3}$/;

/**
 * Returns the seconds of the preference `wait` in a header `Prefer`; null without it. Other preferences are ignored,
 * and the first of several `wait` counts, as in RFC 7240. Throws for a value that is not a number of seconds, or too
 * large.
 */
export function waitPreference(header: string | undefined): number | null {
  const value = findWaitValue(header);
  if (value === null) return null;
  if (SECONDS.test(value) && Number(value) <= MAX_WAIT_SECONDS) return Number(value);
  throw invalidField(
    'Prefer',
    `must have wait as a whole number of seconds from 0 to ${MAX_WAIT_SECONDS}, such as wait=20, not ${quoted(value)}`,
  );
}

/** Returns whether a header `Prefer` has the preference `wait`, with any value. */
export function asksToWait(header: string | string[] | undefined): boolean {
  return findWaitValue([header ?? ''].flat().join()) !== null;
}

function findWaitValue(header = ''): string | null {
  for (const [item] of header.matchAll(ITEMS)) {
    const found = WAIT.exec(item);
    if (found !== null) return found[1] ?? found[2] ?? '';
  }
  return null;
}
