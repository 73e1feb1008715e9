import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import type { Citation, Task } from './types.js';

/** Maximum number of citations of a run, which is the limit of the server as well. */
const MOST = 50;

/** Starts a run that answers a question from the files of a workspace. */
export function askFiles(project: string, ws: string, question: string): Promise<Task> {
  return readBody(
    api.POST('/external/v1/projects/{project_id}/files/ask', {
      params: { path: { project_id: project } },
      body: { question, ws },
    }),
  );
}

export function citationsQuery(project: string, task: string) {
  return queryOptions({
    queryKey: ['citations', project, task],
    queryFn: ({ signal }): Promise<Citation[]> =>
      readBody(
        api.GET('/external/v1/projects/{project_id}/citations', {
          params: { path: { project_id: project }, query: { task_id: task, limit: MOST } },
          signal,
        }),
      ),
  });
}
