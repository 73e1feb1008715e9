import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toRequestError } from '../api/request-error.js';
import { meQuery } from '../api/session.js';

/** Runs actions. Returns whether one is in progress, and the error of the last one. */
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
      // The page frame reports an expired session.
      if (toRequestError(thrown).isSignedOut) void client.invalidateQueries(meQuery);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run };
}
