import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import { ifMatch, type Tagged, readTaggedBody } from './conditions.js';
import type {
  McpSettings,
  MemorySettings,
  ModelBudget,
  Project,
  Quota,
  Retention,
  SearchSettings,
  Workspace,
} from './types.js';

const PROJECT = '/projects/{project_id}' as const;
const WORKSPACES = `${PROJECT}/workspaces` as const;
const WORKSPACE = `${WORKSPACES}/{workspace_id}` as const;

export type OwnRetention = Omit<Retention, 'effective'>;
type OwnBudget = Pick<ModelBudget, 'model_budget_usd_month' | 'model_budget_tokens_month'>;

const buildPathParams = (project: string) => ({ path: { project_id: project } });
const pathOfWorkspace = (project: string, id: string) => ({
  path: { project_id: project, workspace_id: id },
});

export function projectQuery(project: string) {
  return queryOptions({
    queryKey: ['settings', project, 'project'],
    queryFn: ({ signal }): Promise<Tagged<Project>> =>
      readTaggedBody(api.GET(PROJECT, { params: buildPathParams(project), signal })),
  });
}

export function renameProject(
  project: string,
  name: string,
  etag: string,
): Promise<Tagged<Project>> {
  return readTaggedBody(
    api.PATCH(PROJECT, { params: buildPathParams(project), body: { name }, ...ifMatch(etag) }),
  );
}

/** Quotas of a project and their usage. */
export function quotasQuery(project: string) {
  return queryOptions({
    queryKey: ['settings', project, 'quotas'],
    queryFn: ({ signal }): Promise<Quota[]> =>
      readBody(api.GET(`${PROJECT}/usage`, { params: buildPathParams(project), signal })),
  });
}

export function mcpSettingsQuery(project: string) {
  return queryOptions({
    queryKey: ['settings', project, 'mcp'],
    queryFn: ({ signal }): Promise<Tagged<McpSettings>> =>
      readTaggedBody(api.GET(`${PROJECT}/mcp`, { params: buildPathParams(project), signal })),
  });
}

export function changeMcpSettings(
  project: string,
  body: McpSettings,
  etag: string,
): Promise<Tagged<McpSettings>> {
  return readTaggedBody(
    api.PATCH(`${PROJECT}/mcp`, { params: buildPathParams(project), body, ...ifMatch(etag) }),
  );
}

export function memorySettingsQuery(project: string) {
  return queryOptions({
    queryKey: ['settings', project, 'memory'],
    queryFn: ({ signal }): Promise<Tagged<MemorySettings>> =>
      readTaggedBody(
        api.GET(`${PROJECT}/memory-settings`, { params: buildPathParams(project), signal }),
      ),
  });
}

export function changeMemorySettings(
  project: string,
  body: MemorySettings,
  etag: string,
): Promise<Tagged<MemorySettings>> {
  return readTaggedBody(
    api.PATCH(`${PROJECT}/memory-settings`, {
      params: buildPathParams(project),
      body,
      ...ifMatch(etag),
    }),
  );
}

export function searchSettingsQuery(project: string) {
  return queryOptions({
    queryKey: ['settings', project, 'search'],
    queryFn: ({ signal }): Promise<Tagged<SearchSettings>> =>
      readTaggedBody(
        api.GET(`${PROJECT}/search-settings`, { params: buildPathParams(project), signal }),
      ),
  });
}

export function changeSearchSettings(
  project: string,
  body: Pick<SearchSettings, 'by_meaning'>,
  etag: string,
): Promise<Tagged<SearchSettings>> {
  return readTaggedBody(
    api.PATCH(`${PROJECT}/search-settings`, {
      params: buildPathParams(project),
      body,
      ...ifMatch(etag),
    }),
  );
}

export function budgetQuery(project: string) {
  return queryOptions({
    queryKey: ['settings', project, 'budget'],
    queryFn: ({ signal }): Promise<Tagged<ModelBudget>> =>
      readTaggedBody(
        api.GET(`${PROJECT}/model-budget`, { params: buildPathParams(project), signal }),
      ),
  });
}

export function changeBudget(
  project: string,
  body: OwnBudget,
  etag: string,
): Promise<Tagged<ModelBudget>> {
  return readTaggedBody(
    api.PATCH(`${PROJECT}/model-budget`, {
      params: buildPathParams(project),
      body,
      ...ifMatch(etag),
    }),
  );
}

export function retentionQuery(project: string) {
  return queryOptions({
    queryKey: ['settings', project, 'retention'],
    queryFn: ({ signal }): Promise<Tagged<Retention>> =>
      readTaggedBody(api.GET(`${PROJECT}/retention`, { params: buildPathParams(project), signal })),
  });
}

export function changeRetention(
  project: string,
  body: OwnRetention,
  etag: string,
): Promise<Tagged<Retention>> {
  return readTaggedBody(
    api.PATCH(`${PROJECT}/retention`, { params: buildPathParams(project), body, ...ifMatch(etag) }),
  );
}

export function workspacesQuery(project: string) {
  return queryOptions({
    queryKey: ['settings', project, 'workspaces'],
    queryFn: ({ signal }): Promise<Workspace[]> =>
      readBody(api.GET(WORKSPACES, { params: buildPathParams(project), signal })),
  });
}

/** A workspace with its ETag. */
export function workspaceQuery(project: string, id: string) {
  return queryOptions({
    queryKey: ['settings', project, 'workspaces', id],
    queryFn: ({ signal }): Promise<Tagged<Workspace>> =>
      readTaggedBody(api.GET(WORKSPACE, { params: pathOfWorkspace(project, id), signal })),
  });
}

export function createWorkspace(
  project: string,
  body: { name: string; kind: Workspace['kind']; quota_bytes: number | null },
): Promise<Workspace> {
  return readBody(api.POST(WORKSPACES, { params: buildPathParams(project), body }));
}

export function changeWorkspace(
  project: string,
  id: string,
  body: { name: string; quota_bytes: number | null },
  etag: string,
): Promise<Tagged<Workspace>> {
  return readTaggedBody(
    api.PATCH(WORKSPACE, { params: pathOfWorkspace(project, id), body, ...ifMatch(etag) }),
  );
}

/** Deletes a workspace. `force` also deletes its files. */
export async function deleteWorkspace(
  project: string,
  id: string,
  force: boolean,
  etag: string,
): Promise<void> {
  await readBody(
    api.DELETE(WORKSPACE, {
      params: { ...pathOfWorkspace(project, id), ...(force && { query: { force } }) },
      ...ifMatch(etag),
    }),
  );
}
