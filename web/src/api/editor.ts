import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import type { ChangedMetaTask, DefinitionCheck, MetaTask, NewMetaTask, Task } from './types.js';

const ALL = '/projects/{project_id}/task-types' as const;
const ONE = '/projects/{project_id}/task-types/{task_type}' as const;

/** Check of a definition. */
export function checkQuery(project: string, definition: NewMetaTask) {
  return queryOptions({
    queryKey: ['check', project, definition],
    queryFn: ({ signal }): Promise<DefinitionCheck> =>
      readBody(
        api.POST(`${ALL}/check`, {
          params: { path: { project_id: project } },
          body: definition,
          signal,
        }),
      ),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Runs a definition once without saving it. Its meta-task need not exist. */
export function tryNew(
  project: string,
  definition: NewMetaTask,
  params: Record<string, unknown>,
): Promise<Task> {
  return readBody(
    api.POST(`${ALL}/try`, {
      params: { path: { project_id: project } },
      body: { ...definition, params },
    }),
  );
}

/** Runs a changed version of a meta-task once without saving it. */
export function tryChange(
  project: string,
  identifier: string,
  change: Partial<NewMetaTask>,
  params: Record<string, unknown>,
): Promise<Task> {
  return readBody(
    api.POST(`${ONE}/try`, {
      params: { path: { project_id: project, task_type: identifier } },
      body: { ...change, params },
    }),
  );
}

/** Deletes the finished drafts of the user. */
export function deleteDrafts(project: string): Promise<{ deleted: number }> {
  return readBody(
    api.DELETE('/projects/{project_id}/drafts', { params: { path: { project_id: project } } }),
  );
}

/** Creates a meta-task. `note` is the description of its first version by its author. */
export function createMetaTask(
  project: string,
  definition: NewMetaTask,
  note: string,
): Promise<MetaTask> {
  return readBody(
    api.POST(`${ALL}/`, {
      params: { path: { project_id: project } },
      body: { ...definition, ...noted(note) },
    }),
  );
}

/** Creates a new version. The server responds with 412 if `version` is no longer the current one. */
export function saveVersion(
  project: string,
  identifier: string,
  version: number,
  change: Partial<NewMetaTask>,
  note: string,
): Promise<ChangedMetaTask> {
  return readBody(
    api.PATCH(ONE, {
      params: { path: { project_id: project, task_type: identifier } },
      headers: { 'If-Match': `"${version}"` },
      body: { ...change, ...noted(note) },
    }),
  );
}

function noted(note: string): { note?: string } {
  return note.trim() === '' ? {} : { note: note.trim() };
}
