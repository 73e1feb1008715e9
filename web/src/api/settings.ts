import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import type { ApiKey, CreatedApiKey, Member, Role, Scope, Secret } from './types.js';

/** Maximum number of entries in a list of settings. */
export const MOST = 200;

export function secretsQuery(project: string) {
  return queryOptions({
    queryKey: ['secrets', project],
    queryFn: ({ signal }): Promise<Secret[]> =>
      readBody(
        api.GET('/projects/{project_id}/secrets', {
          params: { path: { project_id: project } },
          signal,
        }),
      ),
  });
}

/**
 * Stores or replaces a secret. Returns warnings about its value. The value is never cached, and no response contains
 * it.
 */
export async function putSecret(
  project: string,
  name: string,
  secret: { value: string; hosts?: string[] },
): Promise<string[]> {
  const { warnings } = await readBody(
    api.PUT('/projects/{project_id}/secrets/{name}', {
      params: { path: { project_id: project, name } },
      body: secret,
    }),
  );
  return warnings;
}

export async function deleteSecret(project: string, name: string): Promise<void> {
  await readBody(
    api.DELETE('/projects/{project_id}/secrets/{name}', {
      params: { path: { project_id: project, name } },
    }),
  );
}

export function apiKeysQuery(project: string) {
  return queryOptions({
    queryKey: ['api keys', project],
    queryFn: ({ signal }): Promise<ApiKey[]> =>
      readBody(
        api.GET('/projects/{project_id}/api-keys', {
          params: { path: { project_id: project }, query: { limit: MOST } },
          signal,
        }),
      ),
  });
}

/** Creates an API key. Only this response contains its value. */
export function createApiKey(
  project: string,
  key: { name: string; scopes: Scope[]; expires_in_seconds?: number },
): Promise<CreatedApiKey> {
  return readBody(
    api.POST('/projects/{project_id}/api-keys', {
      params: { path: { project_id: project } },
      body: key,
    }),
  );
}

export async function revokeApiKey(project: string, id: string): Promise<void> {
  await readBody(
    api.DELETE('/projects/{project_id}/api-keys/{key_id}', {
      params: { path: { project_id: project, key_id: id } },
    }),
  );
}

export function membersQuery(project: string) {
  return queryOptions({
    queryKey: ['members', project],
    queryFn: ({ signal }): Promise<Member[]> =>
      readBody(
        api.GET('/projects/{project_id}/members', {
          params: { path: { project_id: project }, query: { limit: MOST } },
          signal,
        }),
      ),
  });
}

/** Creates a user as a member of a project. */
export function addMember(project: string, name: string, role: Role): Promise<Member> {
  return readBody(
    api.POST('/projects/{project_id}/members', {
      params: { path: { project_id: project } },
      body: { name, role },
    }),
  );
}

export async function changeRole(project: string, user: string, role: Role): Promise<void> {
  await readBody(
    api.PATCH('/projects/{project_id}/members/{user_id}', {
      params: { path: { project_id: project, user_id: user } },
      body: { role },
    }),
  );
}

export async function removeMember(project: string, user: string): Promise<void> {
  await readBody(
    api.DELETE('/projects/{project_id}/members/{user_id}', {
      params: { path: { project_id: project, user_id: user } },
    }),
  );
}
