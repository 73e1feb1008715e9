import {
  JOB_STATES,
  MEMORY_KINDS,
  MEMORY_SCOPES,
  MEMORY_STATUSES,
  MEMORY_TRUSTS,
  type MemoriesFilter,
} from '../../api/memories.js';
import type { MemoryJob } from '../../api/types.js';
import { oneOf, readSearch, textParameter } from '../../parts/search-parameters.js';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface MemoriesSearch {
  tab?: 'jobs';
  q?: string;
  scope?: MemoriesFilter['scope'];
  kind?: MemoriesFilter['kind'];
  status?: MemoriesFilter['status'];
  trust?: MemoriesFilter['trust'];
  /** Id of the run that the memories were distilled from. */
  run?: string;
  /** State to filter the jobs by. */
  state?: MemoryJob['state'];
  /** Id of the memory that the dialog shows. */
  memory?: string;
}

/** Returns the search parameters of the screen of memories. */
export function memoriesSearch(parameters: Record<string, unknown>) {
  return readSearch<MemoriesSearch>(parameters, {
    tab: oneOf('jobs'),
    q: textParameter,
    scope: oneOf(...MEMORY_SCOPES),
    kind: oneOf(...MEMORY_KINDS),
    status: oneOf(...MEMORY_STATUSES),
    trust: oneOf(...MEMORY_TRUSTS),
    run: idParameter,
    state: oneOf(...JOB_STATES),
    memory: idParameter,
  });
}

export function toMemoriesFilter({
  q,
  scope,
  kind,
  status,
  trust,
  run,
}: MemoriesSearch): MemoriesFilter {
  return {
    ...(q !== undefined && { q }),
    ...(scope !== undefined && { scope }),
    ...(kind !== undefined && { kind }),
    ...(status !== undefined && { status }),
    ...(trust !== undefined && { trust }),
    ...(run !== undefined && { task_id: run }),
  };
}

function idParameter(value: unknown): string | undefined {
  return typeof value === 'string' && ID.test(value) ? value : undefined;
}
