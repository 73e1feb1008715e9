import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import type { UsageGroup, UsageReport } from './types.js';

/** Days in UTC such as `2026-11-26`. Default: the last 30 days. */
export interface UsageSpan {
  from?: string;
  to?: string;
}

/** Model usage of a project, grouped by day or another criterion. */
export function usageQuery(project: string, by: UsageGroup, span: UsageSpan) {
  return queryOptions({
    queryKey: ['usage', project, by, span],
    queryFn: ({ signal }): Promise<UsageReport> =>
      readBody(
        api.GET('/projects/{project_id}/model-usage', {
          params: { path: { project_id: project }, query: { group_by: by, ...span } },
          signal,
        }),
      ),
  });
}
