import { own, stderr } from './output.js';

const OVER = own('\r\u001b[K');

/** Minimum time between updates, in ms. */
const EVERY_MS = 1_000;

/**
 * Returns a function that shows progress on standard error: redrawn in place on a terminal, else as new lines. `done`
 * ends the line.
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
