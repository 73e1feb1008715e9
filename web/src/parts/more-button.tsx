import type { ReactNode } from 'react';

/** Reads the next page of a list; nothing once all of it is read. */
export function MoreButton({
  query,
  children,
}: {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  children: ReactNode;
}) {
  if (!query.hasNextPage) return null;
  return (
    <button
      type="button"
      disabled={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {children}
    </button>
  );
}
