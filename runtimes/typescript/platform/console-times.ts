const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Returns a duration in ms in the format of Node's `console.timeEnd`: `1.5ms`, `2.000s`, `1:02.000 (m:ss.mmm)`. */
export function timeText(duration: number): string {
  if (duration < SECOND) return `${Number(duration.toFixed(3))}ms`;
  if (duration < MINUTE) return `${(duration / SECOND).toFixed(3)}s`;
  const hours = Math.floor(duration / HOUR);
  const minutes = Math.floor((duration % HOUR) / MINUTE);
  const seconds = ((duration % MINUTE) / SECOND).toFixed(3).padStart(6, '0');
  return hours === 0
    ? `${minutes}:${seconds} (m:ss.mmm)`
    : `${hours}:${String(minutes).padStart(2, '0')}:${seconds} (h:mm:ss.mmm)`;
}
