import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isTemporary, mayBeAskedAgain, pauseBefore } from './asked-again.js';
import { api, readBody } from './client.js';
import type { Me } from './types.js';

/** Longest pause between retries while the server is unreachable, in ms. */
const LONGEST_PAUSE_MS = 10_000;

/**
 * The signed-in user with their projects. Everything else depends on this query, so it is retried until the server
 * responds; `failureReason` holds the last error.
 */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: (): Promise<Me> => readBody(api.GET('/auth/me', {})),
  staleTime: 60_000,
  // The user may have signed in again in another tab.
  refetchOnWindowFocus: ({ state }) => state.status === 'error',
  retry: (count, error) => isTemporary(error) || mayBeAskedAgain(count, error),
  retryDelay: (count, error) =>
    isTemporary(error)
      ? Math.min(pauseBefore(count, error), LONGEST_PAUSE_MS)
      : pauseBefore(count, error),
});

/** Reads the signed-in user from the server. Throws if no user is signed in or the server does not respond. */
export async function askWho(client: QueryClient): Promise<Me> {
  return client.fetchQuery({ ...meQuery, staleTime: 0, retry: mayBeAskedAgain });
}

/** Signs in by a token or a one-time code. The browser stores the session cookie. */
export async function signIn(by: { token: string } | { code: string }): Promise<void> {
  await readBody(api.POST('/auth/sessions', { body: by }));
}

/** Signs out this browser, or all browsers of the user. */
export async function signOut(everywhere: boolean): Promise<void> {
  await readBody(
    everywhere
      ? api.DELETE('/auth/sessions', {})
      : api.DELETE('/auth/sessions/{session_id}', { params: { path: { session_id: 'current' } } }),
  );
}
