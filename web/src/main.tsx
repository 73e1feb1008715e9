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
import './styles/files.css';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { requestErrorOf } from './api/request-error.js';
import { meQuery } from './api/session.js';
import { applyTheme } from './parts/theme.js';
import { router } from './router.js';

const RETRIES = 2;

applyTheme();
const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    // A session that has ended is asked about once, and said over the page.
    onError: (error, { queryKey }) => {
      if (requestErrorOf(error).isSignedOut && queryKey[0] !== meQuery.queryKey[0])
        void client.invalidateQueries(meQuery);
    },
  }),
  defaultOptions: {
    queries: {
      retry: (count, error) => {
        const { status } = requestErrorOf(error);
        return count < RETRIES && (status === 0 || status >= 500);
      },
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
