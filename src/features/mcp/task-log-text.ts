import type { EventLog } from '../../platform/events/event-log.js';
import { invalidField } from '../../base/kernel/errors.js';
import { parseLineRange } from '../files/reading/lines.js';
import type { TasksService } from '../tasks/tasks.service.js';

/** Lines, and characters, of one answer. */
const MAX_LINES = 5_000;
const MAX_CHARACTERS = 1024 * 1024;
const PAGE = 1_000;

/** The logs of tasks as text, one entry a line. */
export class TaskLogText {
  constructor(
    private readonly tasks: TasksService,
    private readonly log: EventLog,
  ) {}

  /** Returns the lines that are asked for, from 1. Where they are too many, the last one says which come next. */
  async read(projectId: string, taskId: string, lines: string | null): Promise<string> {
    const { id } = await this.tasks.get(projectId, taskId);
    const range = parseLineRange(lines ?? '1-');
    if (range === null) throw invalidField('/uri', 'must end with lines from 1, such as #L10-20');
    const { first, last } = range;
    const shown: string[] = [];
    let characters = 0;
    let number = 0;
    for await (const line of this.lines(projectId, id)) {
      number += 1;
      if (number < first) continue;
      if (last !== null && number > last) break;
      if (shown.length === MAX_LINES || characters > MAX_CHARACTERS) {
        shown.push(`… more: #L${number}-`);
        break;
      }
      shown.push(line);
      characters += line.length;
    }
    return shown.map((line) => `${line}\n`).join('');
  }

  private async *lines(projectId: string, taskId: string): AsyncGenerator<string> {
    for (let after = 0; ;) {
      const filter = { projectId, taskId, after, limit: PAGE, types: ['log' as const] };
      const events = await this.log.read(filter);
      for (const { level, data } of events) {
        const text = typeof data['text'] === 'string' ? data['text'] : '';
        yield `${level ?? 'info'} ${text.replaceAll(/\r?\n/g, '⏎')}`;
      }
      const last = events.at(-1);
      if (last === undefined || events.length < PAGE) return;
      after = last.seq;
    }
  }
}
