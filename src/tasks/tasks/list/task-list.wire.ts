import { invalidField } from '../../../base/kernel/errors.js';
import type { TaskFilterQuery } from './task-list.dto.js';
import type { TaskFilter } from './task-filter.js';

/**
 * Returns the filter of a query. Throws MetarunError for members that do not go together; `place` is the prefix of its
 * pointer.
 */
export function toTaskFilter(query: TaskFilterQuery, place = '?'): TaskFilter {
  const { version, task_type: metaTasks } = query;
  if (version !== undefined && metaTasks?.length !== 1)
    throw invalidField(
      `${place}version`,
      'needs a task_type with one meta-task, whose version it is',
    );
  const [kind, id = ''] = (query.created_by ?? '').toLowerCase().split(':');
  const creator =
    kind === 'user' || kind === 'api_key'
      ? { createdBy: `${kind}:${id}` }
      : { createdBy: undefined };
  return {
    ids: query.id?.map((each) => each.toLowerCase()),
    statuses: query.status,
    metaTasks,
    version,
    errorCode: query.error_code,
    namePrefix: query.name_prefix,
    q: query.q,
    ...creator,
    madeBySchedule: kind === 'schedule' ? id : undefined,
    madeByTask: kind === 'task' ? id : undefined,
    rerunOf: query.rerun_of?.toLowerCase(),
    scheduleId: query.schedule_id?.toLowerCase(),
    parentId: query.parent_id?.toLowerCase(),
    roots: query.roots,
    stale: query.stale,
    createdAfter: parseTime(query.created_after),
    createdBefore: parseTime(query.created_before),
  };
}

function parseTime(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
