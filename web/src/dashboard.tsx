import { MutationCache, QueryCache, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { mayBeAskedAgain, pauseBefore } from './api/asked-again.js';
import { requestErrorOf } from './api/request-error.js';
import { meQuery } from './api/session.js';
import { LiveQueryClient } from './live/live-query-client.js';
import type { newRouter } from './router.js';

/** Returns a client without answers yet. */
export function newClient(): LiveQueryClient {
  const onSignedOut = (error: Error): void => {
    if (requestErrorOf(error).isSignedOut) void client.invalidateQueries(meQuery);
  };
  const client: LiveQueryClient = new LiveQueryClient({
    mutationCache: new MutationCache({ onError: onSignedOut }),
    queryCache: new QueryCache({
      // A session that has ended is asked about once, and said over the page.
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

/** The screen of the address, with all around it. */
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
