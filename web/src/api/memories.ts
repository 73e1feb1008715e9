import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import { pagesQuery } from './pages.js';
import type { Memory, MemoryDetail, MemoryJob, MemoryStats } from './types.js';
import { untilFirst } from './until-first.js';

const LIST = '/external/v1/projects/{project_id}/memories' as const;
const ONE = `${LIST}/{memory_id}` as const;
const JOBS = `${LIST}/jobs` as const;
const PAGE = 50;
/** Limits of the interval at which the list is read while jobs are pending, in ms; no event reports a failed job. */
const PAUSES_MS = { least: 2_000, most: 30_000 };

export const MEMORY_SCOPES = [
  'project',
  'task_type',
  'agent',
  'subject',
] as const satisfies readonly Memory['scope'][];
export const MEMORY_KINDS = [
  'fact',
  'preference',
  'procedure',
  'pitfall',
] as const satisfies readonly Memory['kind'][];
export const MEMORY_STATUSES = [
  'active',
  'pending',
  'superseded',
  'revoked',
] as const satisfies readonly Memory['status'][];
export const MEMORY_TRUSTS = ['high', 'low'] as const satisfies readonly Memory['trust'][];
export const JOB_STATES = [
  'pending',
  'failed',
  'done',
] as const satisfies readonly MemoryJob['state'][];

export interface MemoriesFilter {
  q?: string;
  scope?: Memory['scope'];
  kind?: Memory['kind'];
  status?: Memory['status'];
  trust?: Memory['trust'];
  /** Task that the memories come from. */
  task_id?: string;
}

const buildPathParams = (project: string, id: string) => ({
  path: { project_id: project, memory_id: id },
});

/** Memories of a project: newest first, or, with `q`, a single page with the best matches first. */
export function memoriesQuery(project: string, filter: MemoriesFilter) {
  return pagesQuery<Memory>(['memories', project, 'list', filter], (place, signal) =>
    api.GET(LIST, {
      params: { path: { project_id: project }, query: { ...filter, limit: PAGE, ...place } },
      signal,
    }),
  );
}

/** One memory with its sources and the tasks that received it. */
export function memoryQuery(project: string, id: string) {
  return queryOptions({
    queryKey: ['memories', project, 'one', id],
    queryFn: ({ signal }): Promise<MemoryDetail> =>
      readBody(api.GET(ONE, { params: buildPathParams(project, id), signal })),
  });
}

export function memoryStatsQuery(project: string) {
  return queryOptions({
    queryKey: ['memories', project, 'stats'],
    queryFn: ({ signal }): Promise<MemoryStats> =>
      readBody(api.GET(`${LIST}/stats`, { params: { path: { project_id: project } }, signal })),
  });
}

/** Accepts a memory that awaits review. */
export async function acceptMemory(project: string, id: string): Promise<void> {
  await readBody(
    api.PATCH(ONE, { params: buildPathParams(project, id), body: { status: 'active' } }),
  );
}

/** Revokes a memory. `purge` also erases its text. */
export async function revokeMemory(project: string, id: string, purge: boolean): Promise<void> {
  await readBody(
    api.DELETE(ONE, {
      params: { ...buildPathParams(project, id), ...(purge && { query: { purge } }) },
    }),
  );
}

/** Revokes all memories that come from a task. Returns their number. */
export async function revokeTaskMemories(project: string, task: string): Promise<number> {
  const { revoked } = await readBody(
    api.POST(`${LIST}/revoke`, {
      params: { path: { project_id: project } },
      body: { task_id: task },
    }),
  );
  return revoked;
}

/** Jobs that distil memories from tasks, newest tasks first. */
export function memoryJobsQuery(project: string, state: MemoryJob['state'] | undefined) {
  const filter = state === undefined ? {} : { state };
  return pagesQuery<MemoryJob>(
    ['memories', project, 'jobs', state ?? 'any'],
    (place, signal) =>
      api.GET(JOBS, {
        params: { path: { project_id: project }, query: { limit: PAGE, ...filter, ...place } },
        signal,
      }),
    (jobs) =>
      untilFirst(
        jobs.map((job) => job.next_attempt_at),
        PAUSES_MS,
      ),
  );
}

/** Retries a job immediately. */
export async function retryMemoryJob(project: string, task: string): Promise<void> {
  await readBody(
    api.POST(`${JOBS}/{task_id}/retry`, {
      params: { path: { project_id: project, task_id: task } },
    }),
  );
}
