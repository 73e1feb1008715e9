import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import type { ErrorFrame, Task } from './types.js';

const DAY_MS = 86_400_000;
/** Maximum number of failed runs that are counted, and of distinct errors whose line is looked up. */
const MOST_RUNS = 100;
const MOST_ERRORS = 5;

/** A line of a script at which runs failed. */
export interface FailingLine {
  file: string;
  line: number;
  message: string;
  /** Number of runs with this error, and the newest of them. */
  count: number;
  task: string;
}

/** Lines at which runs of a version failed in the last 24 hours. */
export function failingLinesQuery(project: string, identifier: string, version: number) {
  return queryOptions({
    queryKey: ['failing lines', project, identifier, version],
    queryFn: async ({ signal }): Promise<FailingLine[]> => {
      const failed = await readBody(
        api.GET('/external/v1/projects/{project_id}/tasks', {
          params: {
            path: { project_id: project },
            query: {
              task_type: identifier,
              version,
              status: 'failed',
              created_after: new Date(Date.now() - DAY_MS).toISOString(),
              limit: MOST_RUNS,
            },
          },
          signal,
        }),
      );
      const errors = sameErrors(failed).slice(0, MOST_ERRORS);
      const details = await Promise.all(
        errors.map(({ task }) =>
          readBody(
            api.GET('/external/v1/projects/{project_id}/tasks/{task_id}', {
              params: { path: { project_id: project, task_id: task } },
              signal,
            }),
          ),
        ),
      );
      return details.flatMap(({ frames }, index) => {
        const frame = findOwnFrame(frames);
        const error = errors[index];
        return frame === undefined || error === undefined
          ? []
          : [{ ...error, file: frame.file, line: frame.line }];
      });
    },
  });
}

/** Groups failed runs by error message, newest first. */
export function sameErrors(
  failed: readonly Pick<Task, 'id' | 'error_message'>[],
): Pick<FailingLine, 'message' | 'count' | 'task'>[] {
  const found = new Map<string, { message: string; count: number; task: string }>();
  for (const { id, error_message: message } of failed) {
    const known = found.get(message ?? '');
    if (known) known.count += 1;
    else found.set(message ?? '', { message: message ?? '', count: 1, task: id });
  }
  return [...found.values()];
}

/** Returns the innermost frame in the author's own code. */
function findOwnFrame(frames: readonly ErrorFrame[]): ErrorFrame | undefined {
  return frames.find(({ own }) => own);
}
