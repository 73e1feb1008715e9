import { ApiHeader } from '@nestjs/swagger';
import { invalidField } from '../../base/kernel/errors.js';
import { quoted } from '../../base/kernel/quoted.js';
import { MAX_WAIT_SECONDS } from './task-waits.service.js';

/** The preference `wait` of RFC 7240 with its value, which may be quoted; what follows in parameters is none of it. */
const WAIT = /^\s*wait\s*(?:=\s*(?:"([^"]*)"|([^;]*?)))?\s*(?:;.*)?$/is;
/** A list's items; a comma within quotes is part of one. */
const ITEMS = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;
const SECONDS = /^\d{1,3}$/;

/** For an operation that can answer once what it has made has ended. */
export const PREFER_WAIT = ApiHeader({
  name: 'Prefer',
  required: false,
  description: `\`wait=20\`: answers with the finished task, with its result, if it ends within that many seconds, at most ${MAX_WAIT_SECONDS}; otherwise as without it. It needs the scope \`tasks:read\` as well.`,
  schema: { type: 'string', example: 'wait=20' },
});

/**
 * Returns the seconds of the preference `wait` of a header `Prefer`; null where there is none. Other preferences are ignored, and of
 * several `wait` the first counts, as RFC 7240 has it. Throws for one that is no number of seconds, or too large.
 */
export function waitPreference(header: string | undefined): number | null {
  for (const [item] of (header ?? '').matchAll(ITEMS)) {
    const found = WAIT.exec(item);
    if (found === null) continue;
    const value = found[1] ?? found[2] ?? '';
    if (SECONDS.test(value) && Number(value) <= MAX_WAIT_SECONDS) return Number(value);
    throw invalidField(
      'Prefer',
      `must have wait as a whole number of seconds from 0 to ${MAX_WAIT_SECONDS}, such as wait=20, not ${quoted(value)}`,
    );
  }
  return null;
}
