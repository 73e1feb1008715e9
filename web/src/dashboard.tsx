import { MutationCache, QueryCache, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { mayBeAskedAgain, pauseBefore } from './api/asked-again.js';
import { toRequestError } from './api/request-error.js';
import { meQuery } from './api/session.js';
import { LiveQueryClient } from './live/live-query-client.js';
import type { newRouter } from './router.js';

/** Returns a query client with an empty cache. */
export function newClient(): LiveQueryClient {
  const onSignedOut = (error: Error): void => {
    if (toRequestError(error).isSignedOut) void client.invalidateQueries(meQuery);
  };
  const client: LiveQueryClient = new LiveQueryClient({
    mutationCache: new MutationCache({ onError: onSignedOut }),
    queryCache: new QueryCache({
      // The query of the current user is refetched once when the session has expired, and the page frame reports it.
      onError: (error, { queryKey }) => {
        if (queryKey[0] !== meQuery.queryKey[0]) onSignedOut(error);
      },
    }),
    defaultOptions: {
      queries: {
        retry: mayBeAskedAgain,
        retryDelay: pauseBefore,
        refetchOnWindowFocus: false,
      },
    },
  });
  return client;
}

export function Dashboard({
  client,
  router,
}: {
  client: LiveQueryClient;
  router: ReturnType<typeof newRouter>;
}) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}
