import { api, readBody } from './client.js';
import { pagesQuery } from './pages.js';
import type { EndedAccess, User } from './types.js';

const PAGE = 50;
const USER = '/users/{user_id}' as const;

/** Filter of the list of users, which is part of the URL. */
export interface UsersFilter {
  q?: string;
  /** True to list only administrators of the installation. */
  admin?: true;
}

export const USERS_KEY = ['users'] as const;

/** Users of the installation, newest first. Only its administrators may read them. */
export function usersQuery(filter: UsersFilter) {
  return pagesQuery<User>([...USERS_KEY, filter], (place, signal) =>
    api.GET('/users', { params: { query: { limit: PAGE, ...place, ...filter } }, signal }),
  );
}

export function createUser(name: string): Promise<User> {
  return readBody(api.POST('/users', { body: { name } }));
}

export function changeUser(id: string, body: { name?: string; is_admin?: boolean }): Promise<User> {
  return readBody(api.PATCH(USER, { params: { path: { user_id: id } }, body }));
}

/** Revokes the tokens of a user. `apiKeys` also revokes the API keys that the user has created. */
export function endAccess(id: string, apiKeys: boolean): Promise<EndedAccess> {
  return readBody(
    api.POST(`${USER}/end-access`, {
      params: { path: { user_id: id } },
      body: { api_keys: apiKeys },
    }),
  );
}

export async function deleteUser(id: string): Promise<void> {
  await readBody(api.DELETE(USER, { params: { path: { user_id: id } } }));
}
