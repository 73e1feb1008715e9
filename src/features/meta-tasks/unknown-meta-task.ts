import { MetarunError, notFound } from '../../base/kernel/errors.js';
import { isUuid } from '../../base/kernel/ids.js';
import { quoted } from '../../base/kernel/quoted.js';
import { MAX_CANDIDATES, nearest } from '../../base/schema/nearest.js';
import type { Database } from '../../platform/database/database.js';
import { IDENTIFIER_PATTERN } from './identifier.js';

/** Returns the identifier of a project's meta-task that `reference` may be a misspelling of. */
export async function identifierNear(
  database: Database,
  projectId: string,
  reference: string,
): Promise<string | undefined> {
  if (isUuid(reference)) return undefined;
  const rows = await database.query<{ identifier: string }>(
    'SELECT identifier FROM task_types WHERE project_id = ? AND archived_at IS NULL ORDER BY identifier LIMIT ?',
    [projectId, MAX_CANDIDATES],
  );
  return nearest(
    reference,
    rows.map(({ identifier }) => identifier),
  );
}

/** Returns the 404 of a meta-task. `near`: the identifier that may be meant. */
export function unknownMetaTask(reference: string, near: string | undefined): MetarunError {
  const list = 'GET …/task-types lists the meta-tasks';
  if (isUuid(reference) || IDENTIFIER_PATTERN.test(reference))
    return notFound(
      'meta-task',
      reference,
      near === undefined ? list : `did you mean ${quoted(near)}? ${list}`,
    );
  return new MetarunError(
    'not_found',
    `${quoted(reference)} can be neither the id of a meta-task, a UUID, nor its identifier, which has letters, digits, ".", "_" and "-": ${list}.`,
  );
}

/** Returns the 404 of a version of a meta-task; of a text that is no number the message says that. */
export function unknownVersion(reference: string, version: string): MetarunError {
  const list = 'GET …/task-types/{task_type}/versions lists the versions';
  const words = /^[1-9]\d*$/.test(version)
    ? `The meta-task ${quoted(reference)} has no version ${quoted(version)}`
    : `${quoted(version)} is no version of a meta-task, because a version is a whole number from 1`;
  return new MetarunError('not_found', `${words}: ${list}.`);
}
