import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.js';
import { ifMatch, type Tagged, taggedBodyOf } from './conditions.js';
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

const pathOf = (project: string) => ({ path: { project_id: project } });
const pathOfWorkspace = (project: string, id: string) => ({
  path: { project_id: project, workspace_id: id },
});

export function projectQuery(project: string) {
  return queryOptions({
    queryKey: ['settings', project, 'project'],
    queryFn: ({ signal }): Promise<Tagged<Project>> =>
      taggedBodyOf(api.GET(PROJECT, { params: pathOf(project), signal })),
  });
}

export function renameProject(
  project: string,
  name: string,
  etag: string,
): Promise<Tagged<Project>> {
  return taggedBodyOf(
    api.PATCH(PROJECT, { params: pathOf(project), body: { name }, ...ifMatch(etag) }),
  );
}

/** Quotas of a project and their usage. */
export function quotasQuery(project: string) {
  return queryOptions({
    queryKey: ['settings', project, 'quotas'],
    queryFn: ({ signal }): Promise<Quota[]> =>
      bodyOf(api.GET(`${PROJECT}/usage`, { params: pathOf(project), signal })),
  });
}

export function mcpSettingsQuery(project: string) {
  return queryOptions({
    queryKey: ['settings', project, 'mcp'],
    queryFn: ({ signal }): Promise<Tagged<McpSettings>> =>
      taggedBodyOf(api.GET(`${PROJECT}/mcp`, { params: pathOf(project), signal })),
  });
}

export function changeMcpSettings(
  project: string,
  body: McpSettings,
  etag: string,
): Promise<Tagged<McpSettings>> {
  return taggedBodyOf(
    api.PATCH(`${PROJECT}/mcp`, { params: pathOf(project), body, ...ifMatch(etag) }),
  );
}

export function memorySettingsQuery(project: string) {
  return queryOptions({
    queryKey: ['settings', project, 'memory'],
    queryFn: ({ signal }): Promise<Tagged<MemorySettings>> =>
      taggedBodyOf(api.GET(`${PROJECT}/memory-settings`, { params: pathOf(project), signal })),
  });
}

export function changeMemorySettings(
  project: string,
  body: MemorySettings,
  etag: string,
): Promise<Tagged<MemorySettings>> {
  return taggedBodyOf(
    api.PATCH(`${PROJECT}/memory-settings`, { params: pathOf(project), body, ...ifMatch(etag) }),
  );
}

export function searchSettingsQuery(project: string) {
  return queryOptions({
    queryKey: ['settings', project, 'search'],
    queryFn: ({ signal }): Promise<Tagged<SearchSettings>> =>
      taggedBodyOf(api.GET(`${PROJECT}/search-settings`, { params: pathOf(project), signal })),
  });
}

export function changeSearchSettings(
  project: string,
  body: Pick<SearchSettings, 'by_meaning'>,
  etag: string,
): Promise<Tagged<SearchSettings>> {
  return taggedBodyOf(
    api.PATCH(`${PROJECT}/search-settings`, { params: pathOf(project), body, ...ifMatch(etag) }),
  );
}

export function budgetQuery(project: string) {
  return queryOptions({
    queryKey: ['settings', project, 'budget'],
    queryFn: ({ signal }): Promise<Tagged<ModelBudget>> =>
      taggedBodyOf(api.GET(`${PROJECT}/model-budget`, { params: pathOf(project), signal })),
  });
}

export function changeBudget(
  project: string,
  body: OwnBudget,
  etag: string,
): Promise<Tagged<ModelBudget>> {
  return taggedBodyOf(
    api.PATCH(`${PROJECT}/model-budget`, { params: pathOf(project), body, ...ifMatch(etag) }),
  );
}

export function retentionQuery(project: string) {
  return queryOptions({
    queryKey: ['settings', project, 'retention'],
    queryFn: ({ signal }): Promise<Tagged<Retention>> =>
      taggedBodyOf(api.GET(`${PROJECT}/retention`, { params: pathOf(project), signal })),
  });
}

export function changeRetention(
  project: string,
  body: OwnRetention,
  etag: string,
): Promise<Tagged<Retention>> {
  return taggedBodyOf(
    api.PATCH(`${PROJECT}/retention`, { params: pathOf(project), body, ...ifMatch(etag) }),
  );
}

export function workspacesQuery(project: string) {
  return queryOptions({
    queryKey: ['settings', project, 'workspaces'],
    queryFn: ({ signal }): Promise<Workspace[]> =>
      bodyOf(api.GET(WORKSPACES, { params: pathOf(project), signal })),
  });
}

/** A workspace with its ETag. */
export function workspaceQuery(project: string, id: string) {
  return queryOptions({
    queryKey: ['settings', project, 'workspaces', id],
    queryFn: ({ signal }): Promise<Tagged<Workspace>> =>
      taggedBodyOf(api.GET(WORKSPACE, { params: pathOfWorkspace(project, id), signal })),
  });
}

export function createWorkspace(
  project: string,
  body: { name: string; kind: Workspace['kind']; quota_bytes: number | null },
): Promise<Workspace> {
  return bodyOf(api.POST(WORKSPACES, { params: pathOf(project), body }));
}

export function changeWorkspace(
  project: string,
  id: string,
  body: { name: string; quota_bytes: number | null },
  etag: string,
): Promise<Tagged<Workspace>> {
  return taggedBodyOf(
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
  await bodyOf(
    api.DELETE(WORKSPACE, {
      params: { ...pathOfWorkspace(project, id), ...(force && { query: { force } }) },
      ...ifMatch(etag),
    }),
  );
}
