import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
} from '@tanstack/react-query';

/**
 * A client whose invalidations also count for what is being read for the first time: its answer may have been made before the change,
 * and the base class takes it for fresh when it comes.
 */
export class LiveQueryClient extends QueryClient {
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
