import { invalidField } from '../../../base/kernel/errors.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { MAX_WAIT_SECONDS } from './task-waits.service.js';

/** The preference `wait` of RFC 7240 with its value, which may be quoted; what follows in parameters is none of it. */
const WAIT = /^\s*wait\s*(?:=\s*(?:"([^"]*)"|([^;]*?)))?\s*(?:;.*)?$/is;
/** A list's items; a comma within quotes is part of one. */
const ITEMS = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;
const SECONDS = /^\d{1,3}$/;

/**
 * Returns the seconds of the preference `wait` of a header `Prefer`; null where there is none. Other preferences are ignored, and of
 * several `wait` the first counts, as RFC 7240 has it. Throws for one that is no number of seconds, or too large.
 */
export function waitPreference(header: string | undefined): number | null {
  const value = waitOf(header);
  if (value === null) return null;
  if (SECONDS.test(value) && Number(value) <= MAX_WAIT_SECONDS) return Number(value);
  throw invalidField(
    'Prefer',
    `must have wait as a whole number of seconds from 0 to ${MAX_WAIT_SECONDS}, such as wait=20, not ${quoted(value)}`,
  );
}

/** Returns whether a header `Prefer` has the preference `wait`, with whatever value. */
export function asksToWait(header: string | string[] | undefined): boolean {
  return waitOf([header ?? ''].flat().join()) !== null;
}

function waitOf(header = ''): string | null {
  for (const [item] of header.matchAll(ITEMS)) {
    const found = WAIT.exec(item);
    if (found !== null) return found[1] ?? found[2] ?? '';
  }
  return null;
}
