import type { LogLevel } from '../../sandbox/runtime/protocol.js';
import { LOG_LEVELS } from '../../sandbox/runtime/protocol.js';
import { isJsonObject } from '../../base/kernel/json.js';
import type { Database, SqlValue } from '../database/database.js';

/** Events that one statement looks through at most, and bytes of their data that it reads: some 5 ms of work. */
const CHUNK = 4_000;
const CHUNK_BYTES = 1024 * 1024;
/** Rows that one statement gives at most. */
const ROWS = 500;
/** Characters after which a page is full, whatever its limit. */
const MAX_LENGTH = 1024 * 1024;
/** Characters that a pattern has no use for: JSON may write them otherwise, or they have another case. */
const OTHER = /[^A-Za-z0-9 .,:;#<>()[\]{}/=+*!?@&|~^$'`-]+/;
/** The longest pattern: each character of it may be compared with each of the data. */
const MAX_PATTERN = 8;

export interface LogFilter {
  projectId: string;
  taskId: string;
  levels?: readonly LogLevel[];
  attempt?: number;
  /** Part of the text; case does not count. */
  q?: string;
}

/** Where a page begins: after a number, oldest first, or before one, newest first. */
export type LogPlace = { after: number } | { before: number };

export interface LogLine {
  seq: number;
  attempt: number;
  level: LogLevel;
  text: string;
  /** ms since the epoch */
  createdAt: number;
  /** Identifies a line within its task that was stored before it was complete; `isOpen` as long as it is not. */
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

/** The log lines of tasks, of which a task may have very many: each statement looks through a bounded number of events. */
export class LogLines {
  constructor(private readonly database: Database) {}

  /** Returns up to `limit` lines, and whether there may be more behind them. */
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
        const line = lineOf(row);
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
          for (const row of rows) if (has(lineOf(row), filter)) counts[row.level ?? 'info'] += 1;
        }
      });
      if (end === null) return counts;
      after = end;
    }
  }

  /**
   * Returns a number before which the lines are of before a time (ms), and from which on they are of later, as far as they are in the
   * order of their times.
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

  /** Looks through one chunk. */
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

  /** Returns the number of the last event of a chunk, whose data are read or not; null where no event comes behind it. */
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
      // Of the rows that may have it; which have it is found in the text.
      const parts = q.split(OTHER).map((part) => part.slice(0, MAX_PATTERN));
      const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '');
      if (longest !== '') add(`e.data ${like} ?`, `%${longest}%`);
    }
    return { where: where.join(' AND '), values };
  }

  /** SQLite would rather read all events of the project, had it an index for that: the sign keeps it from it. */
  private get own(): string {
    return this.database.kind === 'postgres' ? 'project_id' : '+project_id';
  }
}

/** `next`: where to look on; null at the end. */
interface Looked {
  rows: Row[];
  next: LogPlace | null;
}

function lineOf({ seq, attempt, level, data, created_at: createdAt }: Row): LogLine {
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
