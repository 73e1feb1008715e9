import { duration } from '../texts/en/format.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Formats the time left in two units, such as "2 d 23 h" or "21 min 5 s". */
export function remaining(ms: number): string {
  if (ms < DAY_MS) return duration(Math.max(0, ms));
  return `${Math.floor(ms / DAY_MS)} d ${Math.floor((ms % DAY_MS) / HOUR_MS)} h`;
}
