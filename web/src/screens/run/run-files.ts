import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { entryQuery, workspacesQuery } from '../../api/files.js';
import { metaTaskQuery } from '../../api/meta-tasks.js';
import { FRESH_MS } from '../../api/related-runs.js';
import { filesQuery } from '../../api/run.js';
import type { KnownFile } from '../../parts/known-files.js';
import { maybePaths } from '../../parts/paths-in.js';
import type { Subject } from './subject.js';

/**
 * Returns the files that the run page can link to, by path: those that the run used, at the versions that it used, and
 * those that only its result names, because its child runs may have written them.
 */
export function useRunFiles({ project, run }: Subject): ReadonlyMap<string, KnownFile> {
  const may = project.scopes.includes('files:read');
  const used = useQuery({
    ...filesQuery(project.id, run.id),
    enabled: may && run.attempt > 0,
  }).data?.items;
  const named = useMemo(() => {
    const paths = new Set(used?.map(({ path }) => path));
    return used === undefined ? [] : maybePaths(run.result).filter((path) => !paths.has(path));
  }, [run.result, used]);
  const ws = useWorkspace({ project, run }, may && named.length > 0);
  const found = useQueries({
    queries: named.map((path) => ({
      ...entryQuery(project.id, ws ?? '', path),
      enabled: ws !== undefined,
    })),
    combine: (results) => results.flatMap(({ data }) => (data?.type === 'file' ? data.path : [])),
  });
  return useMemo(() => {
    const files = new Map<string, KnownFile>();
    for (const { path, ws: of, version_id: version, how } of used ?? [])
      if (how !== 'deleted') files.set(path, { ws: of, path, version });
    if (ws !== undefined) for (const path of found) files.set(path, { ws, path, version: null });
    return files;
  }, [found, used, ws]);
}

/** Returns the id of the workspace of a run, taken from the current version of its meta-task. */
function useWorkspace({ project, run }: Subject, enabled: boolean): string | undefined {
  const current = metaTaskQuery(project.id, run.task_type);
  const metaTask = useQuery({ ...current, staleTime: FRESH_MS, enabled }).data;
  const workspaces = useQuery({
    ...workspacesQuery(project.id),
    enabled: enabled && metaTask?.workspace_id === null,
  }).data;
  return metaTask?.workspace_id ?? workspaces?.find(({ is_default: isDefault }) => isDefault)?.id;
}
