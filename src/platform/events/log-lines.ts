import type { LogLevel } from '../../sandbox/runtime/protocol.js';
import { LOG_LEVELS } from '../../sandbox/runtime/protocol.js';
import { isJsonObject } from '../../base/kernel/json.js';
import type { Database, SqlValue } from '../database/database.js';
import { unindexed } from '../database/indexed.js';

/** Maximum number of events that one statement examines, and bytes of their data that it reads: about 5 ms of work. */
const CHUNK = 4_000;
const CHUNK_BYTES = 1024 * 1024;
/** Maximum number of rows that one statement returns. */
const ROWS = 500;
/** Number of characters after which a page is full, whatever its limit. */
const MAX_LENGTH = 1024 * 1024;
/** Characters that are left out of patterns: JSON may escape them, or they have another case. */
const OTHER = /[^A-Za-z0-9 .,:;#<>()[\]{}/=+*!?@&|~^$'`-]+/;
/** Maximum length of a pattern: each of its characters may be compared with each character of the data. */
const MAX_PATTERN = 8;

export interface LogFilter {
  projectId: string;
  taskId: string;
  levels?: readonly LogLevel[];
  attempt?: number;
  /** Text that the line contains, ignoring case. */
  q?: string;
}

/** Start of a page: after a number, oldest first, or before one, newest first. */
export type LogPlace = { after: number } | { before: number };

export interface LogLine {
  seq: number;
  attempt: number;
  level: LogLevel;
  text: string;
  /** ms since the epoch */
  createdAt: number;
  /** Identifies a line within its task that was stored before it was complete. `isOpen` is set until it is complete. */
  line?: number;
  isOpen?: true;
}

interface Row {
  seq: number;
  attempt: number;
  level: LogLevel | null;
  data: string;
  created_at: number;
}

/**
 * Reads the log lines of tasks, of which there may be very many: each statement examines a bounded number of events.
 */
export class LogLines {
  constructor(private readonly database: Database) {}

  /** Returns up to `limit` lines, and whether there may be more after them. */
  async page(
    filter: LogFilter,
    place: LogPlace,
    limit: number,
  ): Promise<{ lines: LogLine[]; more: boolean }> {
    const lines: LogLine[] = [];
    let length = 0;
    let at: LogPlace | null = place;
    while (at !== null && lines.length <= limit && length < MAX_LENGTH) {
      const { rows, next }: Looked = await this.chunk(filter, at, limit + 1 - lines.length);
      for (const row of rows) {
        length += row.data.length;
        const line = toLogLine(row);
        if (has(line, filter)) lines.push(line);
      }
      at = next;
    }
    return { lines: lines.slice(0, limit), more: lines.length > limit || at !== null };
  }

  /** Yields all lines from the first one on, up to `limit` at a time. */
  async *pages(filter: LogFilter, limit: number): AsyncGenerator<LogLine[], void, undefined> {
    for (let after = 0; ;) {
      const { lines, more } = await this.page(filter, { after }, limit);
      yield lines;
      const last = lines.at(-1);
      if (!more || last === undefined) return;
      after = last.seq;
    }
  }

  /** Returns the number of lines of each level. */
  async levels(filter: Omit<LogFilter, 'levels'>): Promise<Record<LogLevel, number>> {
    const counts: Record<LogLevel, number> = { debug: 0, info: 0, warning: 0, error: 0 };
    const { projectId, taskId } = filter;
    for (let after = 0; ;) {
      const end = await this.endOfChunk(taskId, { after }, filter.q !== undefined);
      await this.database.inTurn(projectId, async () => {
        const { where, values } = this.condition(filter, { after }, end);
        if (filter.q === undefined) {
          const rows = await this.database.query<{ level: LogLevel | null; count: number }>(
            `SELECT level, COUNT(*) AS count FROM task_events e WHERE ${where} GROUP BY level`,
            values,
          );
          for (const { level, count } of rows) counts[level ?? 'info'] += Number(count);
        } else {
          const rows = await this.database.query<Row>(
            `SELECT level, data FROM task_events e WHERE ${where}`,
            values,
          );
          for (const row of rows) if (has(toLogLine(row), filter)) counts[row.level ?? 'info'] += 1;
        }
      });
      if (end === null) return counts;
      after = end;
    }
  }

  /**
   * Returns a number that separates the lines before a time (ms) from later ones, provided that they are in the order
   * of their times.
   */
  async seqAt(
    { projectId, taskId }: Pick<LogFilter, 'projectId' | 'taskId'>,
    time: number,
  ): Promise<number> {
    const [counter] = await this.database.query<{ seq: number }>(
      'SELECT seq FROM event_counters WHERE project_id = ?',
      [projectId],
    );
    let low = 0;
    let high = (counter?.seq ?? 0) + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const [event] = await this.database.query<{ seq: number; created_at: number }>(
        `SELECT seq, created_at FROM task_events WHERE task_id = ? AND seq >= ? AND ${this.own} = ?
         ORDER BY seq LIMIT 1`,
        [taskId, middle, projectId],
      );
      if (event === undefined || event.created_at >= time) high = middle;
      else low = event.seq + 1;
    }
    return low;
  }

  /** Searches one chunk. */
  private async chunk(filter: LogFilter, place: LogPlace, wanted: number): Promise<Looked> {
    const limit = Math.min(ROWS, wanted);
    const end = await this.endOfChunk(filter.taskId, place, true);
    const { where, values } = this.condition(filter, place, end);
    const order = 'after' in place ? 'ASC' : 'DESC';
    const rows = await this.database.inTurn(filter.projectId, () =>
      this.database.query<Row>(
        `SELECT seq, attempt, level, data, created_at FROM task_events e
         WHERE ${where} ORDER BY seq ${order} LIMIT ${limit}`,
        values,
      ),
    );
    const last = rows.length === limit ? rows.at(-1)?.seq : end;
    return {
      rows,
      next: last == null ? null : 'after' in place ? { after: last } : { before: last },
    };
  }

  /**
   * Returns the number of the last event of a chunk, whose size depends on whether its data are read; null if no event
   * follows.
   */
  private async endOfChunk(
    taskId: string,
    place: LogPlace,
    readsData: boolean,
  ): Promise<number | null> {
    const [from, sign, order] =
      'after' in place ? [place.after, '>', 'ASC'] : [place.before, '<', 'DESC'];
    const events = `FROM task_events WHERE task_id = ? AND seq ${sign} ? ORDER BY seq ${order}`;
    const [row] = await this.database.query<{ seq: number }>(
      readsData
        ? `SELECT seq FROM (
             SELECT seq, ROW_NUMBER() OVER chunk AS number, SUM(size) OVER chunk AS bytes
             FROM (SELECT seq, octet_length(data) AS size ${events} LIMIT ${CHUNK}) AS sized
             WINDOW chunk AS (ORDER BY seq ${order})) AS counted
           WHERE number = ${CHUNK} OR bytes >= ${CHUNK_BYTES} ORDER BY seq ${order} LIMIT 1`
        : `SELECT seq ${events} LIMIT 1 OFFSET ${CHUNK - 1}`,
      [taskId, from],
    );
    return row?.seq ?? null;
  }

  private condition(
    { projectId, taskId, levels, attempt, q }: LogFilter,
    place: LogPlace,
    end: number | null,
  ): { where: string; values: SqlValue[] } {
    const [from, signs] =
      'after' in place ? [place.after, ['>', '<='] as const] : [place.before, ['<', '>='] as const];
    const where = ['e.task_id = ?', `e.seq ${signs[0]} ?`, `${this.own} = ?`, `e.type = 'log'`];
    const values: SqlValue[] = [taskId, from, projectId];
    const add = (sql: string, ...more: SqlValue[]): void => {
      where.push(sql);
      values.push(...more);
    };
    if (end !== null) add(`e.seq ${signs[1]} ?`, end);
    if (levels !== undefined && levels.length < LOG_LEVELS.length)
      add(`e.level IN (${levels.map(() => '?').join(', ')})`, ...levels);
    if (attempt !== undefined) add('e.attempt = ?', attempt);
    if (q !== undefined) {
      const like = this.database.kind === 'postgres' ? 'ILIKE' : 'LIKE';
      // Preselects rows that may contain the text; the comparison with the whole text follows.
      const parts = q.split(OTHER).map((part) => part.slice(0, MAX_PATTERN));
      const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '');
      if (longest !== '') add(`e.data ${like} ?`, `%${longest}%`);
    }
    return { where: where.join(' AND '), values };
  }

  private get own(): string {
    return unindexed(this.database, 'project_id');
  }
}

/** `next` is the place at which the search continues; null at the end. */
interface Looked {
  rows: Row[];
  next: LogPlace | null;
}

function toLogLine({ seq, attempt, level, data, created_at: createdAt }: Row): LogLine {
  const value: unknown = JSON.parse(data);
  const { text, line, open } = isJsonObject(value) ? value : {};
  return {
    seq,
    attempt,
    level: level ?? 'info',
    text: typeof text === 'string' ? text : '',
    createdAt,
    ...(typeof line === 'number' && { line }),
    ...(open === true && { isOpen: true }),
  };
}

function has({ text }: LogLine, { q }: LogFilter): boolean {
  return q === undefined || text.toLowerCase().includes(q.toLowerCase());
}
