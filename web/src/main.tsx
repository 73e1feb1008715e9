import './styles/base.css';
import './styles/frame.css';
import './styles/notes.css';
import './styles/status.css';
import './styles/runs.css';
import './styles/runs-list.css';
import './styles/find.css';
import './styles/forms.css';
import './styles/values.css';
import './styles/rows.css';
import './styles/approvals.css';
import './styles/meta-task.css';
import './styles/editor.css';
import './styles/schedules.css';
import './styles/again.css';
import './styles/webhooks.css';
import './styles/settings.css';
import './styles/now.css';
import './styles/audit.css';
import './styles/parts.css';
import './styles/log.css';
import './styles/run.css';
import './styles/timeline.css';
import './styles/health.css';
import './styles/usage.css';
import './styles/memories.css';
import './styles/files.css';
import { MutationCache, QueryCache, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { mayBeAskedAgain, pauseBefore } from './api/asked-again.js';
import { requestErrorOf } from './api/request-error.js';
import { meQuery } from './api/session.js';
import { LiveQueryClient } from './live/live-query-client.js';
import { applyPreferences } from './parts/preferences.js';
import { applyTheme } from './parts/theme.js';
import { router } from './router.js';

applyTheme();
applyPreferences();
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

const place = document.getElementById('app');
if (place === null) throw new Error('The page has no place for the dashboard.');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
