import { own, stderr } from './output.js';

const OVER = own('\r\u001b[K');

/** Between two lines of progress, ms. */
const EVERY_MS = 1_000;

/**
 * Returns what shows progress on standard error: a line that is written over on a terminal, else one line
 * after another. `done` ends the line.
 */
export function progressLine(): (text: string, done?: boolean) => void {
  let shownAt = performance.now();
  return (text, done = false) => {
    const { isTTY } = stderr;
    if (performance.now() - shownAt < EVERY_MS && !(done && isTTY)) return;
    shownAt = performance.now();
    stderr.write(isTTY ? `${OVER}${text}${done ? '\n' : ''}` : `${text}\n`);
  };
}
