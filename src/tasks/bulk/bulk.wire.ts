import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import { invalidField } from '../../base/kernel/errors.js';
import { actorDto } from '../tasks/views/task.wire.js';
import { toTaskFilter } from '../tasks/list/task-list.wire.js';
import type { Bulk, NewBulk, Refusal } from './bulk.js';
import type { BulkDetailDto, BulkDto, StartBulkDto } from './bulk.dto.js';

/** Prefix of JSON pointers into a filter. */
export const FILTER_PLACE = '/filter/';

/** Returns the operation that a body requests. Throws MetarunError if its members contradict each other. */
export function newBulk(body: StartBulkDto): NewBulk {
  const { action, ids, filter, expected } = body;
  if (body.version != null && action !== 'rerun')
    throw invalidField('/version', 'is of the action "rerun" alone');
  const more = { action, version: body.version ?? 'same', name: body.name ?? null };
  if (ids !== undefined) {
    if (filter !== undefined) throw invalidField('/filter', 'does not go with ids: give one');
    if (expected !== undefined && expected !== ids.length)
      throw invalidField('/expected', `is not the number of ids, which is ${ids.length}`);
    return { ...more, tasks: { ids } };
  }
  if (filter === undefined) throw invalidField('/filter', 'is missing: give ids or a filter');
  if (expected === undefined)
    throw invalidField('/expected', 'is missing: say how many tasks the filter is to match');
  return { ...more, tasks: { filter: toTaskFilter(filter, FILTER_PLACE), expected } };
}

export function bulkDto(bulk: Bulk): BulkDto {
  return {
    id: bulk.id,
    action: bulk.action,
    version: bulk.version,
    name: bulk.name,
    state: bulk.state,
    total: bulk.total,
    done: bulk.done,
    refused_count: bulk.refused,
    created_by: actorDto(bulk.createdBy),
    created_at: isoTime(bulk.createdAt),
    finished_at: isoTimeOrNull(bulk.finishedAt),
  };
}

export function bulkDetailDto(bulk: Bulk, refused: readonly Refusal[]): BulkDetailDto {
  return {
    ...bulkDto(bulk),
    refused: refused.map(({ taskId, code, detail }) => ({ task_id: taskId, code, detail })),
  };
}
