import { shortId } from '../short-id.js';
import { markOf } from '../status-mark.js';
import { style } from '../terminal.js';
import { timeOfDay } from './event-text.js';
import type { ProjectLine } from './project-lines.js';
import { stdout } from '../output.js';

/** Returns a line of a task as it is shown on standard output: when, which task, what. `time` in ms since the epoch. */
export function projectLineText(line: ProjectLine, time: number): string {
  const { taskId, name, status, text, format } = line;
  const head = style('dim', stdout)(`${timeOfDay(time)} ${shortId(taskId)}`);
  const mark = status === null ? '' : `${markOf(status)} `;
  return `${head} ${name}  ${style(format, stdout)(mark + text)}`;
}
