import { queryOptions } from '@tanstack/react-query';
import { SERVER } from './addresses.js';
import { readAnswer, api } from './client.js';
import { fetchOrThrow } from './request-error.js';
import { runKey } from './run.js';
import { isLevel, LEVELS, type LogLevel, type LogLine } from './types.js';

/** Filter of log lines: the least severe level to include, and the attempt. */
export interface LinesFilter {
  level?: LogLevel | undefined;
  attempt?: number | undefined;
}

/**
 * Position in a log: `before` a number (0 for the end), newest first; after the number `cursor`; or `around` a time.
 */
export type LinesPlace = { before: number } | { cursor: number } | { around: string };

export interface LinesPage {
  /** Lines in the order in which they were written. */
  lines: LogLine[];
  /** True if there are more lines in the direction of reading. */
  more: boolean;
  /** Number of lines per level; only the first page has it. */
  counts: Record<LogLevel, number> | null;
}

export async function readLines(
  project: string,
  task: string,
  { level, attempt }: LinesFilter,
  place: LinesPlace,
  limit: number,
  signal?: AbortSignal,
): Promise<LinesPage> {
  const { body, response } = await readAnswer(
    api.GET('/external/v1/projects/{project_id}/tasks/{task_id}/logs', {
      params: {
        path: { project_id: project, task_id: task },
        query: {
          ...place,
          limit,
          ...(level !== undefined && { level }),
          ...(attempt !== undefined && { attempt }),
        },
      },
      ...(signal && { signal }),
    }),
  );
  return {
    lines: 'before' in place ? body.toReversed() : body,
    more: response.headers.get('link')?.includes('rel="next"') ?? false,
    counts: parseLevelCounts(response.headers.get('x-levels')),
  };
}

/** Last log lines of a run. */
export function lastLinesQuery(project: string, task: string, limit: number) {
  return queryOptions({
    queryKey: [...runKey(project, task), 'last-lines', limit],
    queryFn: async ({ signal }): Promise<LogLine[]> =>
      (await readLines(project, task, {}, { before: 0 }, limit, signal)).lines,
    staleTime: Infinity,
  });
}

/** Log lines around a time. */
export function linesAroundQuery(project: string, task: string, time: string, limit: number) {
  return queryOptions({
    queryKey: ['lines-around', project, task, time, limit],
    queryFn: async ({ signal }): Promise<LogLine[]> =>
      (await readLines(project, task, {}, { around: time }, limit, signal)).lines,
  });
}

/**
 * Returns the number of the first line at or after a time, or else of the last line before it; null if the log is
 * empty.
 */
export async function lineAt(
  project: string,
  task: string,
  filter: LinesFilter,
  time: string,
): Promise<number | null> {
  const { lines } = await readLines(project, task, filter, { around: time }, 2);
  const after = lines.find((line) => Date.parse(line.time) >= Date.parse(time));
  return (after ?? lines.at(-1))?.seq ?? null;
}

/** Downloads the whole log as a text file. */
export async function logFile(
  project: string,
  task: string,
  { level, attempt }: LinesFilter,
): Promise<Blob> {
  const address = new URL(`external/v1/projects/${project}/tasks/${task}/logs`, SERVER);
  if (level !== undefined) address.searchParams.set('level', level);
  if (attempt !== undefined) address.searchParams.set('attempt', String(attempt));
  const answer = await fetchOrThrow(address, { headers: { Accept: 'text/plain' } });
  return answer.blob();
}

function parseLevelCounts(header: string | null): Record<LogLevel, number> | null {
  if (header === null) return null;
  const counts = Object.fromEntries(LEVELS.map((level) => [level, 0])) as Record<LogLevel, number>;
  for (const part of header.split(',')) {
    const [level, count] = part.split('=');
    if (isLevel(level)) counts[level] = Number(count);
  }
  return counts;
}
