import { invalidField } from '../../base/kernel/errors.js';
import { quoted } from '../../base/kernel/quoted.js';
import { cronAdvice } from './cron-line.js';
import { isTimeZone } from './local-time.js';
import { cronPattern, nextTick, nextTicks } from './next-times.js';
import type { Timing } from './timing.js';

/** Number of ticks of a cron line that are compared for its shortest interval. */
const TICKS_COMPARED = 60;
const NICKNAME = /^@(yearly|annually|monthly|weekly|daily|midnight|hourly)$/i;

/** The fields of a request with the times of a schedule. */
export interface GivenTiming {
  cron?: string | null | undefined;
  every_seconds?: number | null | undefined;
  /** ISO 8601, with Z or an offset. */
  at?: string | null | undefined;
}

/** Throws `validation_failed` for an unknown time zone. */
export function checkTimeZone(name: string): string {
  if (isTimeZone(name)) return name;
  throw invalidField(
    '/time_zone',
    `${quoted(name)} is not known; take a name of the IANA time zone database, such as Europe/Berlin or UTC`,
  );
}

/**
 * Parses the times of a schedule that begins at `now` (ms). Throws `validation_failed` unless exactly one kind is
 * given, and for times that never come or come too often.
 */
export function checkTiming(
  given: GivenTiming,
  timeZone: string,
  now: number,
  minSeconds: number,
): Timing {
  const { cron = null, every_seconds: everySeconds = null, at = null } = given;
  const named = (['cron', 'every_seconds', 'at'] as const).filter((field) => given[field] != null);
  const [first, second] = named;
  if (first === undefined)
    throw invalidField('/cron', 'is needed, or every_seconds or at in its place');
  if (second !== undefined) throw invalidField(`/${second}`, `can not be given with ${first}`);
  if (cron !== null) return checkCron(cron, timeZone, now, minSeconds);
  if (everySeconds !== null) {
    if (everySeconds < minSeconds)
      throw invalidField(
        '/every_seconds',
        `must be at least ${minSeconds} on this installation, not ${everySeconds}`,
      );
    return { kind: 'every', everyMs: everySeconds * 1000, anchor: now };
  }
  const time = Date.parse(at ?? '');
  if (!(time > now)) throw invalidField('/at', `must be a time to come, not ${quoted(at ?? '')}`);
  return { kind: 'once', at: time };
}

function checkCron(line: string, timeZone: string, now: number, minSeconds: number): Timing {
  const cron = line.trim().replaceAll(/\s+/g, ' ');
  const fields = cron.split(' ').length;
  if (fields !== 5 && !NICKNAME.test(cron))
    throw invalidField(
      '/cron',
      `${quoted(line)} must have five fields (minute, hour, day of the month, month, day of the week)${fields === 6 || fields === 7 ? ', without seconds and years' : ''}, or be one of @hourly, @daily, @weekly, @monthly, @yearly`,
    );
  const isTaken = (given: string): boolean => {
    try {
      cronPattern(given, timeZone);
      return true;
    } catch {
      return false;
    }
  };
  if (!isTaken(cron)) throw invalidField('/cron', `${quoted(line)} ${cronAdvice(cron, isTaken)}`);
  const timing: Timing = { kind: 'cron', cron, timeZone };
  if (nextTick(timing, now) === null)
    throw invalidField('/cron', `${quoted(line)} never comes: no month of its has such a day`);
  // A line cannot tick more than once a minute.
  if (minSeconds > 60) checkGaps(line, timing, now, minSeconds);
  return timing;
}

function checkGaps(line: string, timing: Timing, now: number, minSeconds: number): void {
  const ticks = nextTicks(timing, now, TICKS_COMPARED);
  for (const [index, tick] of ticks.entries()) {
    const before = ticks[index - 1];
    if (before !== undefined && tick - before < minSeconds * 1000)
      throw invalidField(
        '/cron',
        `${quoted(line)} has two ticks ${(tick - before) / 1000} s apart; this installation wants at least ${minSeconds} s`,
      );
  }
}
