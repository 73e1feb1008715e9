import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import { readSteps } from './run.js';
import type { Run, Step } from './types.js';

/** A run to repeat, together with its steps. */
export function againQuery(project: string, task: string) {
  const params = { path: { project_id: project, task_id: task } };
  return queryOptions({
    queryKey: ['again', project, task],
    queryFn: async ({ signal }): Promise<{ run: Run; steps: Step[] }> => {
      const [run, steps] = await Promise.all([
        readBody(api.GET('/external/v1/projects/{project_id}/tasks/{task_id}', { params, signal })),
        readSteps(project, task, undefined, signal),
      ]);
      return { run, steps: steps.items };
    },
  });
}
