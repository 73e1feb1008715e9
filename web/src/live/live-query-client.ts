import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryClientConfig,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query';
import { earliestAsk } from '../api/early-answers.js';

/**
 * Query client whose invalidations also apply to queries in their first fetch. The response of such a query may predate
 * the change, yet the base class would consider it fresh. The client also records when each query was requested.
 */
export class LiveQueryClient extends QueryClient {
  private readonly askedAt = new WeakMap<Query, number>();

  constructor(config: QueryClientConfig = {}) {
    super(config);
    this.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'fetch')
        this.askedAt.set(event.query, earliestAsk());
    });
  }

  /**
   * Returns the earliest request time of the visible queries with these keys, in ms since the page was opened; Infinity
   * if none is visible.
   */
  oldestAsk(queryKeys: readonly QueryKey[]): number {
    const asks = queryKeys
      .flatMap((queryKey) => this.getQueryCache().findAll({ queryKey, type: 'active' }))
      .map((query) => this.askedAt.get(query) ?? Infinity);
    return Math.min(Infinity, ...asks);
  }

  /**
   * Updates the data of a query by an event. If a response is on its way, which may predate the event, the query is
   * fetched again.
   */
  patchQuery<T>(queryKey: QueryKey, update: (known: T) => T): void {
    this.setQueryData<T>(queryKey, (known) => (known === undefined ? undefined : update(known)));
    if (this.getQueryState(queryKey)?.fetchStatus === 'fetching')
      void this.invalidateQueries({ queryKey, exact: true });
  }

  override async invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const unread = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus !== 'idle');
    await super.invalidateQueries(filters, options);
    await Promise.all(
      unread.map(async (query) => {
        await query.promise?.catch(() => undefined);
        if (query.state.data === undefined) return;
        const { queryKey } = query;
        await super.invalidateQueries({ ...filters, queryKey, exact: true }, options);
      }),
    );
  }
}

/** Returns the query client of the dashboard. Throws if it is not a LiveQueryClient. */
export function useLiveQueryClient(): LiveQueryClient {
  const client = useQueryClient();
  if (!(client instanceof LiveQueryClient))
    throw new TypeError('the query client is not a LiveQueryClient');
  return client;
}
