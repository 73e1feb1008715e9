import { Injectable } from '@nestjs/common';
import { invalidField } from '../../../base/kernel/errors.js';
import { isoTime } from '../../../base/kernel/clock.js';
import { LOG_LEVELS, type LogLevel } from '../../../sandbox/runtime/protocol.js';
import { type LogFilter, type LogLine, LogLines } from '../../../platform/events/log-lines.js';
import { TasksService } from '../tasks.service.js';

/** The selected lines of a task. */
export interface LogSelection {
  /** Least severe level. */
  level?: LogLevel | undefined;
  attempt?: number | undefined;
  q?: string | undefined;
}

/** At most one of the three places; without any, the page begins with the first line. */
export interface LogPage {
  limit: number;
  /** Lines after this number. */
  cursor?: number | undefined;
  /** Newest first, before this number; 0 = from the last line. */
  before?: number | undefined;
  /** Oldest first, around this time in ms. */
  around?: number | undefined;
}

export interface LogAnswer {
  lines: LogLine[];
  /** The parameters of the next page; null on the last one. */
  next: { cursor: number } | { before: number } | null;
  /** Number of lines of each level, ignoring the level filter; only on a first page. */
  levels: Record<LogLevel, number> | null;
}

/** Number of lines of a file that are read at a time. */
const FILE_PAGE = 1_000;
const END = Number.MAX_SAFE_INTEGER;

/** The log lines of tasks, as pages and as a file. */
@Injectable()
export class TaskLogs {
  constructor(
    private readonly tasks: TasksService,
    private readonly lines: LogLines,
  ) {}

  async page(
    projectId: string,
    taskId: string,
    selection: LogSelection,
    page: LogPage,
  ): Promise<LogAnswer> {
    const places = (['cursor', 'before', 'around'] as const).filter(
      (name) => page[name] !== undefined,
    );
    if (places.length > 1)
      throw invalidField(`?${places[1]}`, `does not go with ${places[0]}: a page has one place`);
    const { id } = await this.tasks.get(projectId, taskId);
    const filter = buildLogFilter(projectId, id, selection);
    const isFirst = (page.cursor ?? 0) === 0 && (page.before ?? 0) === 0;
    const { levels: _whatever, ...counted } = filter;
    const levels = isFirst ? await this.lines.levels(counted) : null;
    return { ...(await this.linesAt(filter, page)), levels };
  }

  /** Yields the lines as the text of a file, with a line at the beginning of each attempt. */
  async *file(
    projectId: string,
    taskId: string,
    selection: LogSelection,
  ): AsyncGenerator<string, void, undefined> {
    const filter = buildLogFilter(projectId, taskId, selection);
    let attempt = 1;
    for await (const lines of this.lines.pages(filter, FILE_PAGE)) {
      let text = '';
      for (const line of lines) {
        if (line.attempt !== attempt) text += `--- attempt ${line.attempt} ---\n`;
        attempt = line.attempt;
        text += `${isoTime(line.createdAt)} ${line.level.padEnd(7)} ${line.text}\n`;
      }
      yield text;
    }
  }

  private async linesAt(
    filter: LogFilter,
    { limit, cursor = 0, before, around }: LogPage,
  ): Promise<Omit<LogAnswer, 'levels'>> {
    if (before !== undefined) {
      const place = { before: before === 0 ? END : before };
      const { lines, more } = await this.lines.page(filter, place, limit);
      const last = lines.at(-1);
      return { lines, next: more && last ? { before: last.seq } : null };
    }
    const from = around === undefined ? cursor : (await this.lines.seqAt(filter, around)) - 1;
    const ahead = around === undefined ? 0 : Math.floor(limit / 2);
    const earlier =
      ahead === 0 ? [] : (await this.lines.page(filter, { before: from + 1 }, ahead)).lines;
    const { lines, more } = await this.lines.page(filter, { after: from }, limit - earlier.length);
    const last = lines.at(-1);
    return {
      lines: [...earlier.toReversed(), ...lines],
      next: more && last ? { cursor: last.seq } : null,
    };
  }
}

function buildLogFilter(
  projectId: string,
  taskId: string,
  { level, attempt, q }: LogSelection,
): LogFilter {
  return {
    projectId,
    taskId,
    ...(level === undefined ? {} : { levels: LOG_LEVELS.slice(LOG_LEVELS.indexOf(level)) }),
    ...(attempt === undefined ? {} : { attempt }),
    ...(q === undefined ? {} : { q }),
  };
}
