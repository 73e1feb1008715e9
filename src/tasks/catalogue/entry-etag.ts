import { type Conditions, isConditional } from '../../platform/wire/conditions.js';
import type { Entry } from './entry.js';

/** Returns the ETag of an entry: the number of its version, such as `"3"`; of an archived one `"3-archived"`. */
export function etagOf({ version, archivedAt }: Entry): string {
  return `"${version}${archivedAt === null ? '' : '-archived'}"`;
}

/** Returns SQL that holds for the entry as long as it is what a request's conditions were checked against. */
export function unchanged({ currentVersion, archivedAt }: Entry, conditions: Conditions): string {
  if (!isConditional(conditions)) return 'TRUE';
  return `current_version = ${currentVersion} AND archived_at IS ${archivedAt === null ? '' : 'NOT '}NULL`;
}
