import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import type { Example } from './types.js';

const LIST = '/projects/{project_id}/task-types/{task_type}/examples' as const;
const ONE = `${LIST}/{name}` as const;

const buildPathParams = (project: string, type: string, name: string) => ({
  path: { project_id: project, task_type: type, name },
});

/** Saved params of a meta-task, by name. */
export function examplesQuery(project: string, type: string) {
  return queryOptions({
    queryKey: ['examples', project, type],
    queryFn: ({ signal }): Promise<Example[]> =>
      readBody(
        api.GET(LIST, { params: { path: { project_id: project, task_type: type } }, signal }),
      ),
  });
}

/** Saves params under a name, replacing any that have the same name. */
export function putExample(
  project: string,
  type: string,
  name: string,
  body: { params: Record<string, unknown>; description: string | null },
): Promise<Example> {
  return readBody(api.PUT(ONE, { params: buildPathParams(project, type, name), body }));
}

export async function deleteExample(project: string, type: string, name: string): Promise<void> {
  await readBody(api.DELETE(ONE, { params: buildPathParams(project, type, name) }));
}
