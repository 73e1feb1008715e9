import { progressBar } from '../live-view.js';
import { cut, widthOf } from '../text-width.js';

const BAR_COLUMNS = 20;
/** Columns from which on a bar fits. */
const COLUMNS_FOR_BAR = 60;
const LEAST_WHAT = 8;

export interface Standing {
  /** The activity of the task, or its wait. */
  what: string;
  /** Stands behind it whatever its length: its place among others, how long it takes. */
  behind: string;
  /** Percent; 0 for none. */
  progress: number;
}

/** Returns where a task stands, in at most `width` columns: what is too long is cut, figures stay. */
export function statusLine(spinner: string, standing: Standing, width: number): string {
  const { what, behind, progress } = standing;
  const bar = width < COLUMNS_FOR_BAR ? '' : `${progressBar(progress / 100, BAR_COLUMNS)} `;
  const head = `${spinner} ${progress === 0 ? '' : `${bar}${progress} %  `}`;
  const space = width - widthOf(head) - widthOf(behind);
  return cut(head + cut(what, Math.max(LEAST_WHAT, space)) + behind, width);
}
