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
 * A client whose invalidations also count for what is being read for the first time: its answer may have been made before the change,
 * and the base class takes it for fresh when it comes. It knows when each answer was asked for.
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

  /** Returns when the oldest of what is shown was asked for, in ms since the page was opened; Infinity if nothing is shown. */
  oldestAsk(queryKeys: readonly QueryKey[]): number {
    const asks = queryKeys
      .flatMap((queryKey) => this.getQueryCache().findAll({ queryKey, type: 'active' }))
      .map((query) => this.askedAt.get(query) ?? Infinity);
    return Math.min(Infinity, ...asks);
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

/** Returns the client of the dashboard. */
export function useLiveQueryClient(): LiveQueryClient {
  const client = useQueryClient();
  if (!(client instanceof LiveQueryClient)) throw new TypeError('a screen needs a LiveQueryClient');
  return client;
}
