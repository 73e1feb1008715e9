import type { ReactNode } from 'react';

/** A button that loads the next page of a list; hidden after the last page. */
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
