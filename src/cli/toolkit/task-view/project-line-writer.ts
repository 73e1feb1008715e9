import { canRedraw, measureColumns, style } from '../terminal.js';
import { measureTextWidth } from '../text-width.js';
import type { ProjectLine } from './project-lines.js';
import { own, stdout } from '../output.js';
import { shortId } from '../short-id.js';
import { getStatusMark } from '../status-mark.js';
import { timeOfDay } from './event-text.js';

/** Moves to the line above and clears it. */
const OVER = own('\u001b[1A\r\u001b[0J');

/**
 * Writes the lines of a project's tasks to standard output. On a terminal, the count of a fan-out is redrawn in place.
 */
export class ProjectLineWriter {
  /** True if counts are redrawn and may therefore be updated with every change. */
  readonly redraws = canRedraw(stdout);
  /** Task whose count is the last line. */
  private counted: string | null = null;

  /** `time` is the event's, in ms since the epoch. */
  write(line: ProjectLine, time: number): void {
    const text = projectLineText(line, time);
    const fits = measureTextWidth(text) < measureColumns(stdout);
    const again = line.isCount === true && this.counted === line.taskId;
    stdout.write(`${again ? OVER : ''}${text}\n`);
    this.counted = this.redraws && fits && line.isCount === true ? line.taskId : null;
  }

  /** Notes that the last line is no longer a count, after something else was written. */
  leave(): void {
    this.counted = null;
  }
}

/** Formats a line of a task with its time (ms since the epoch) and id. */
function projectLineText(line: ProjectLine, time: number): string {
  const { taskId, name, status, text, format } = line;
  const head = style('dim', stdout)(`${timeOfDay(time)} ${shortId(taskId)}`);
  const mark = status === null ? '' : `${getStatusMark(status)} `;
  return `${head} ${name}  ${style(format, stdout)(mark + text)}`;
}
