import { localTime } from './local-time.js';
import { MAX_NAME_LENGTH } from '../../base/kernel/max-lengths.js';

export const DEFAULT_TASK_NAME = '{schedule} {date} {time}';
const PLACEHOLDER = /\{([^{}]*)\}/g;
const KNOWN = ['schedule', 'date', 'time', 'offset'];

/** Returns the first unknown placeholder of a pattern; null if all are known. */
export function unknownPlaceholder(pattern: string): string | null {
  for (const [whole, name = ''] of pattern.matchAll(PLACEHOLDER))
    if (!KNOWN.includes(name)) return whole;
  return null;
}

/** Returns the name of the task of a tick (ms), with the tick's date and time in the time zone. */
export function taskName(
  pattern: string | null,
  schedule: string,
  tick: number,
  timeZone: string,
): string {
  const values: Record<string, string> = { schedule, ...localTime(tick, timeZone) };
  const name = (pattern ?? DEFAULT_TASK_NAME).replaceAll(
    PLACEHOLDER,
    (whole, placeholder: string) => values[placeholder] ?? whole,
  );
  return [...name].slice(0, MAX_NAME_LENGTH).join('');
}
