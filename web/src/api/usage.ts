import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.js';
import type { UsageGroup, UsageReport } from './types.js';

/** Days as `2026-11-26`, UTC; without them the last 30. */
export interface UsageSpan {
  from?: string;
  to?: string;
}

/** The use of models by a project, by day or something else. */
export function usageQuery(project: string, by: UsageGroup, span: UsageSpan) {
  return queryOptions({
    queryKey: ['usage', project, by, span],
    queryFn: ({ signal }): Promise<UsageReport> =>
      bodyOf(
        api.GET('/projects/{project_id}/model-usage', {
          params: { path: { project_id: project }, query: { group_by: by, ...span } },
          signal,
        }),
      ),
  });
}
