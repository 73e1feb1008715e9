import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.js';
import { Skeleton } from './skeleton.js';

/**
 * Data from the server, with a skeleton while it is loading and an error if that fails. `label` describes the loading
 * state.
 */
export function Loaded<T>({
  query,
  label,
  rows = 3,
  children,
}: {
  query: Pick<UseQueryResult<T>, 'isPending' | 'isError' | 'error' | 'data' | 'refetch'>;
  label: string;
  rows?: number;
  children: (data: T) => ReactNode;
}) {
  return (
    <>
      {query.isPending && <Skeleton label={label} rows={rows} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && children(query.data)}
    </>
  );
}
