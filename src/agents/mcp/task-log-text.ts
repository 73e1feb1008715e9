import { Injectable } from '@nestjs/common';
import { LogLines } from '../../platform/events/log-lines.js';
import { invalidField } from '../../base/kernel/errors.js';
import { parseLineRange } from '../../files/files/reading/lines.js';
import { TasksService } from '../../tasks/tasks/tasks.service.js';

/** Maximum lines, and maximum characters, of one answer. */
const MAX_LINES = 5_000;
const MAX_CHARACTERS = 1024 * 1024;
const PAGE = 1_000;

/** Formats the logs of tasks as text, with one entry per line. */
@Injectable()
export class TaskLogText {
  constructor(
    private readonly tasks: TasksService,
    private readonly lines: LogLines,
  ) {}

  /** Returns the requested lines, counted from 1. If there are too many, the last line names the next ones. */
  async read(projectId: string, taskId: string, lines: string | null): Promise<string> {
    const { id } = await this.tasks.get(projectId, taskId);
    const range = parseLineRange(lines ?? '1-');
    if (range === null) throw invalidField('/uri', 'must end with lines from 1, such as #L10-20');
    const { first, last } = range;
    const shown: string[] = [];
    let characters = 0;
    let number = 0;
    for await (const line of this.entries(projectId, id)) {
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

  private async *entries(projectId: string, taskId: string): AsyncGenerator<string> {
    for await (const lines of this.lines.pages({ projectId, taskId }, PAGE))
      for (const { level, text } of lines) yield `${level} ${text.replaceAll(/\r?\n/g, '⏎')}`;
  }
}
