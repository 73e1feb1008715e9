import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import { REFUSALS } from './admission.js';
import { findUnproven } from './proof/unproven.js';
import type { MemoryJobs } from './extraction/memory-jobs.js';
import type { MemoriesService, SourceRow, UseRow } from './memories.service.js';
import type { MemoryDto, MemorySourceDto, MemoryStatsDto, MemoryUseDto } from './memory.dto.js';
import type { MemoryRow } from './memory.js';

export function memoryDto(row: MemoryRow): MemoryDto {
  return {
    id: row.id,
    scope: row.scope,
    scope_id: row.scope_id === '' ? null : row.scope_id,
    kind: row.kind,
    text: row.text,
    status: row.status,
    trust: row.trust,
    stale: Boolean(row.stale),
    expires_at: isoTimeOrNull(row.expires_at),
    created_via: row.created_via,
    created_by: row.created_by,
    uses: row.uses,
    last_used_at: isoTimeOrNull(row.last_used_at),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  };
}

export function sourceDto(row: SourceRow): MemorySourceDto {
  return {
    task_id: row.task_id,
    task_deleted: row.task_id !== null && row.found === null,
    attempt: row.attempt,
    step_id: row.step_id,
    pointer: row.pointer,
    quote: row.quote,
    file_path: row.file_path,
    first_line: row.first_line,
    last_line: row.last_line,
    created_at: isoTime(row.created_at),
  };
}

/** Returns the unproven words because of which a model's proposal is pending. */
export function unprovenIn(row: MemoryRow, sources: readonly SourceRow[]): string[] {
  if (row.status !== 'pending' || row.created_via !== 'extraction' || row.text === null) return [];
  return findUnproven(
    row.text,
    sources.flatMap(({ quote }) => quote ?? []),
  );
}

export function useDto({ task_id, step_id, created_at }: UseRow): MemoryUseDto {
  return { task_id, step_id, created_at: isoTime(created_at) };
}

export function statsDto(
  { statuses, counters }: Awaited<ReturnType<MemoriesService['stats']>>,
  jobs: Awaited<ReturnType<MemoryJobs['open']>>,
): MemoryStatsDto {
  const active = statuses.find(({ status }) => status === 'active');
  const of = (name: string): number => counters.get(name) ?? 0;
  return {
    memories: Object.fromEntries(statuses.map(({ status, count }) => [status, count])),
    candidates: of('candidates'),
    admitted: of('added'),
    known: of('known'),
    refused: Object.fromEntries(
      REFUSALS.filter((name) => counters.has(name)).map((name) => [name, of(name)]),
    ),
    use_rate: active === undefined ? null : Number((active.used / active.count).toPrecision(4)),
    jobs,
  };
}
