import { MetarunError, notFound } from '../../base/kernel/errors.js';
import { isUuid } from '../../base/kernel/ids.js';
import { quoted } from '../../base/kernel/quoted.js';
import { nearest } from '../../base/schema/nearest.js';
import { IDENTIFIER_PATTERN } from './identifier.js';

/** Returns the 404 of a meta-task. `identifiers`: some of the project's, of which one may be meant. */
export function unknownMetaTask(reference: string, identifiers: readonly string[]): MetarunError {
  const near = isUuid(reference) ? undefined : nearest(reference, identifiers);
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
