import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.js';
import type { EndedAccess, User } from './types.js';

const PAGE = 50;
const USER = '/users/{user_id}' as const;

/** The part of the list that is wanted; it is in the address of the page. */
export interface UsersFilter {
  q?: string;
  /** Only administrators of the installation. */
  admin?: true;
}

export const USERS_KEY = ['users'] as const;

/** The users of the installation, newest first. Only its administrators read them. */
export function usersQuery(filter: UsersFilter) {
  return infiniteQueryOptions({
    queryKey: [...USERS_KEY, filter],
    queryFn: ({ pageParam, signal }): Promise<User[]> =>
      bodyOf(
        api.GET('/users', {
          params: { query: { limit: PAGE, offset: pageParam, ...filter } },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: (page: User[], all: User[][]) =>
      page.length < PAGE ? null : all.length * PAGE,
  });
}

export function createUser(name: string): Promise<User> {
  return bodyOf(api.POST('/users', { body: { name } }));
}

export function changeUser(id: string, body: { name?: string; is_admin?: boolean }): Promise<User> {
  return bodyOf(api.PATCH(USER, { params: { path: { user_id: id } }, body }));
}

/** Revokes the tokens of a user; `apiKeys`: the keys that they have made, too. */
export function endAccess(id: string, apiKeys: boolean): Promise<EndedAccess> {
  return bodyOf(
    api.POST(`${USER}/end-access`, {
      params: { path: { user_id: id } },
      body: { api_keys: apiKeys },
    }),
  );
}

export async function deleteUser(id: string): Promise<void> {
  await bodyOf(api.DELETE(USER, { params: { path: { user_id: id } } }));
}
