import { progressBar } from '../live-view.js';
import { cut, measureTextWidth } from '../text-width.js';

const BAR_COLUMNS = 20;
/** Minimum terminal width, in columns, for a progress bar. */
const COLUMNS_FOR_BAR = 60;
const LEAST_WHAT = 8;

export interface Standing {
  /** Activity or wait of the task. */
  what: string;
  /** Text after the activity that is never truncated: place in the queue, duration. */
  behind: string;
  /** Progress in percent. */
  progress: number;
}

/** Returns the status line of a task in at most `width` columns. Text is truncated if necessary; figures are not. */
export function statusLine(spinner: string, standing: Standing, width: number): string {
  const { what, behind, progress } = standing;
  const bar = width < COLUMNS_FOR_BAR ? '' : `${progressBar(progress / 100, BAR_COLUMNS)} `;
  const head = `${spinner} ${progress === 0 ? '' : `${bar}${progress} %  `}`;
  const space = width - measureTextWidth(head) - measureTextWidth(behind);
  return cut(head + cut(what, Math.max(LEAST_WHAT, space)) + behind, width);
}
