import { queryOptions } from '@tanstack/react-query';
import { SERVER } from './addresses.js';
import { answerOf, api } from './client.js';
import { requestErrorOf, unanswered } from './request-error.js';
import { runKey } from './run.js';
import { isLevel, LEVELS, type LogLevel, type LogLine } from './types.js';

/** The lines that are wanted: this level and the more severe ones, of this attempt. */
export interface LinesFilter {
  level?: LogLevel | undefined;
  attempt?: number | undefined;
}

/** `before`: newest first before this number, 0 from the end on; `cursor`: after this number. */
export type LinesPlace = { before: number } | { cursor: number } | { around: string };

export interface LinesPage {
  /** In the order in which they were written. */
  lines: LogLine[];
  /** True where there are more in the direction that was asked for. */
  more: boolean;
  /** The number of lines of each level; null but for a first page. */
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
  const { body, response } = await answerOf(
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
    counts: countsOf(response.headers.get('x-levels')),
  };
}

/** The last lines of a run. */
export function lastLinesQuery(project: string, task: string, limit: number) {
  return queryOptions({
    queryKey: [...runKey(project, task), 'last-lines', limit],
    queryFn: async ({ signal }): Promise<LogLine[]> =>
      (await readLines(project, task, {}, { before: 0 }, limit, signal)).lines,
    staleTime: Infinity,
  });
}

/** The lines around a time. */
export function linesAroundQuery(project: string, task: string, time: string, limit: number) {
  return queryOptions({
    queryKey: ['lines-around', project, task, time, limit],
    queryFn: async ({ signal }): Promise<LogLine[]> =>
      (await readLines(project, task, {}, { around: time }, limit, signal)).lines,
  });
}

/** Returns the number of the first line at a time or after it; of the last one before where there is none, null of an empty log. */
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

/** Returns the whole log as a file. */
export async function logFile(
  project: string,
  task: string,
  { level, attempt }: LinesFilter,
): Promise<Blob> {
  const address = new URL(`external/v1/projects/${project}/tasks/${task}/logs`, SERVER);
  if (level !== undefined) address.searchParams.set('level', level);
  if (attempt !== undefined) address.searchParams.set('attempt', String(attempt));
  const answer = await fetch(address, { headers: { Accept: 'text/plain' } }).catch(() => {
    throw unanswered();
  });
  if (!answer.ok) throw requestErrorOf(await answer.json().catch(() => null), answer);
  return answer.blob();
}

function countsOf(header: string | null): Record<LogLevel, number> | null {
  if (header === null) return null;
  const counts = Object.fromEntries(LEVELS.map((level) => [level, 0])) as Record<LogLevel, number>;
  for (const part of header.split(',')) {
    const [level, count] = part.split('=');
    if (isLevel(level)) counts[level] = Number(count);
  }
  return counts;
}
