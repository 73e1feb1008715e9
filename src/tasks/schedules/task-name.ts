import { localTime } from './local-time.js';

/** Characters that a task's name may have. */
const MAX_NAME = 200;
export const DEFAULT_TASK_NAME = '{schedule} {date} {time}';
const PLACEHOLDER = /\{([^{}]*)\}/g;
const KNOWN = ['schedule', 'date', 'time', 'offset'];

/** The first placeholder of a pattern that there is not; null when all are known. */
export function unknownPlaceholder(pattern: string): string | null {
  for (const [whole, name = ''] of pattern.matchAll(PLACEHOLDER))
    if (!KNOWN.includes(name)) return whole;
  return null;
}

/** The name of the task of a tick (ms): date and time are those of the tick in the time zone. */
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
  return [...name].slice(0, MAX_NAME).join('');
}
