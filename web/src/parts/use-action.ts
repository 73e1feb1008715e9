import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { requestErrorOf } from '../api/request-error.js';
import { meQuery } from '../api/session.js';

/** One action after the other: whether one goes on, and why the last one failed. */
export function useAction(): {
  busy: boolean;
  error: unknown;
  run: (action: () => Promise<unknown>) => Promise<void>;
} {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (action: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await action();
    } catch (thrown) {
      setError(thrown);
      // A session that has ended is said over the page.
      if (requestErrorOf(thrown).isSignedOut) void client.invalidateQueries(meQuery);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run };
}
