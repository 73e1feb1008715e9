import { queryOptions } from '@tanstack/react-query';
import { SERVER } from './addresses.js';
import { api, readBody } from './client.js';
import { pagesQuery } from './pages.js';
import type { AuditRecord } from './types.js';

const HOUR_MS = 3_600_000;
/** Time ranges that the audit log can be limited to. */
export const AUDIT_SPANS = {
  '24h': 24 * HOUR_MS,
  '7d': 168 * HOUR_MS,
  '30d': 720 * HOUR_MS,
} as const;
export type AuditSpan = keyof typeof AUDIT_SPANS;

export interface AuditFilter {
  action?: string;
  /** Id of the user who made the change. */
  user?: string;
  /** Id of the token or API key. */
  credential?: string;
  since?: AuditSpan;
}

const PAGE = 50;

/** Changes in a project, newest first. */
export function auditQuery(project: string, filter: AuditFilter) {
  return pagesQuery<AuditRecord>(['audit', project, filter], (place, signal) =>
    api.GET('/projects/{project_id}/audit', {
      params: {
        path: { project_id: project },
        query: { ...toAuditQuery(filter), limit: PAGE, ...place },
      },
      signal,
    }),
  );
}

/** Returns the URL that downloads the filtered audit log as JSON lines. */
export function auditExport(project: string, filter: AuditFilter): string {
  const address = new URL(`projects/${encodeURIComponent(project)}/audit/export`, SERVER);
  for (const [name, value] of Object.entries(toAuditQuery(filter)))
    address.searchParams.set(name, value);
  return address.href;
}

function toAuditQuery({ action, user, credential, since }: AuditFilter) {
  return {
    ...(action !== undefined && { action }),
    ...(user !== undefined && { user_id: user }),
    ...(credential !== undefined && { credential_id: credential }),
    ...(since !== undefined && {
      after: new Date(Date.now() - AUDIT_SPANS[since]).toISOString(),
    }),
  };
}

/**
 * Newest change by an action, optionally to the target with an id; null if the newest page of changes does not contain
 * one.
 */
export function lastChangeQuery(project: string, action: string, id?: string) {
  return queryOptions({
    queryKey: ['audit', project, 'last', action, id],
    queryFn: async ({ signal }): Promise<AuditRecord | null> => {
      const records: AuditRecord[] = await readBody(
        api.GET('/projects/{project_id}/audit', {
          params: { path: { project_id: project }, query: { action, limit: PAGE } },
          signal,
        }),
      );
      return (
        records.find(({ target }) => id === undefined || Object.values(target).includes(id)) ?? null
      );
    },
    staleTime: 0,
  });
}
