import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isTemporary, mayBeAskedAgain, pauseBefore } from './asked-again.js';
import { api, bodyOf } from './client.js';
import type { Me } from './types.js';

/** The pause between two tries while the server cannot be reached, ms. */
const LONGEST_PAUSE_MS = 10_000;

/** The user who is signed in, and their projects. All else waits for it, so it is asked until an answer comes; `failureReason` says why not yet. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: (): Promise<Me> => bodyOf(api.GET('/auth/me', {})),
  staleTime: 60_000,
  // Another tab may have signed in again.
  refetchOnWindowFocus: ({ state }) => state.status === 'error',
  retry: (count, error) => isTemporary(error) || mayBeAskedAgain(count, error),
  retryDelay: (count, error) =>
    isTemporary(error)
      ? Math.min(pauseBefore(count, error), LONGEST_PAUSE_MS)
      : pauseBefore(count, error),
});

/** Returns who is signed in now. Throws where no user is, or where no answer comes. */
export async function askWho(client: QueryClient): Promise<Me> {
  return client.fetchQuery({ ...meQuery, staleTime: 0, retry: mayBeAskedAgain });
}

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
