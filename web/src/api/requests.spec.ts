import { beforeEach, expect, it } from '@jest/globals';
import type { RunsFilter } from './runs-filter.js';
import type { MetaTask } from './types.js';

/** Requests that were sent. */
let sent: Request[] = [];

beforeEach(() => {
  sent = [];
  const answer = (request: Request): Promise<Response> => {
    sent.push(request);
    return Promise.resolve(Response.json([]));
  };
  const document = { baseURI: 'http://server/below/ui/' };
  Object.assign(globalThis, { document, window: {}, fetch: answer });
});

it('a page of the runs is asked for with every condition of the filter and with its cursor', async () => {
  const { readRuns } = await import('./runs.js');
  const filter: RunsFilter = {
    status: 'failed,cancelled',
    type: 'import',
    version: 2,
    q: 'june',
    error: 'timeout',
    since: '2026-01-01T00:00:00Z',
    until: '2026-02-01T00:00:00Z',
    schedule: 's',
    by: 'user:u',
    slow: true,
    stale: true,
    drafts: true,
    order: 'finished',
  };
  await readRuns('p', filter, 'next', undefined, 7);
  const [{ url } = { url: '' }] = sent;
  const { pathname, searchParams } = new URL(url);
  expect(pathname).toBe('/below/external/v1/projects/p/tasks');
  expect(Object.fromEntries(searchParams)).toEqual({
    status: 'failed,cancelled',
    task_type: 'import',
    version: '2',
    q: 'june',
    error_code: 'timeout',
    created_after: filter.since,
    created_before: filter.until,
    schedule_id: 's',
    created_by: 'user:u',
    roots: 'true',
    overdue: 'true',
    stale: 'true',
    draft: 'true',
    order: 'finished',
    fields: 'all',
    limit: '7',
    cursor: 'next',
  });
});

it('each change of a meta-task names the version that it begins with', async () => {
  const { changeMetaTask, restoreVersion, setArchived } = await import('./meta-tasks.js');
  const base = { identifier: 'import', current_version: 3, archived_at: null } as MetaTask;
  await changeMetaTask('p', base, { priority: 1 });
  await restoreVersion('p', base, 1);
  await setArchived('p', base, true);
  await setArchived('p', { ...base, archived_at: '2026-01-01T00:00:00Z' }, false);
  const tags = sent.map(({ headers }) => headers.get('if-match'));
  expect(tags).toEqual(['"3"', '"3"', '"3"', '"3-archived"']);
});
