import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.js';
import type { Me } from './types.js';

/** The user who is signed in, and their projects. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: (): Promise<Me> => bodyOf(api.GET('/auth/me', {})),
  staleTime: 60_000,
  // Another tab may have signed in again.
  refetchOnWindowFocus: ({ state }) => state.status === 'error',
});

/** Signs in by a token or a one-time code; the browser keeps the cookie. */
export async function signIn(by: { token: string } | { code: string }): Promise<void> {
  await bodyOf(api.POST('/auth/sessions', { body: by }));
}

/** Signs this browser out, or all of the user's. */
export async function signOut(everywhere: boolean): Promise<void> {
  await bodyOf(
    everywhere
      ? api.DELETE('/auth/sessions', {})
      : api.DELETE('/auth/sessions/{session_id}', { params: { path: { session_id: 'current' } } }),
  );
}
