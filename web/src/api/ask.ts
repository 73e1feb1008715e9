import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.js';
import type { Citation, Task } from './types.js';

/** Citations of a run that are shown: a result has no more. */
const MOST = 50;

/** Makes the run that answers a question from the files of a workspace. */
export function askFiles(project: string, ws: string, question: string): Promise<Task> {
  return bodyOf(
    api.POST('/external/v1/projects/{project_id}/files/ask', {
      params: { path: { project_id: project } },
      body: { question, ws },
    }),
  );
}

/** The passages that the result of a run cites. */
export function citationsQuery(project: string, task: string) {
  return queryOptions({
    queryKey: ['citations', project, task],
    queryFn: ({ signal }): Promise<Citation[]> =>
      bodyOf(
        api.GET('/external/v1/projects/{project_id}/citations', {
          params: { path: { project_id: project }, query: { task_id: task, limit: MOST } },
          signal,
        }),
      ),
  });
}
