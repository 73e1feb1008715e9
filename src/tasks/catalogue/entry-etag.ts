import { type Conditions, isConditional } from '../../platform/wire/conditions.js';
import type { Entry } from './entry.js';

/** Returns the ETag of an entry: the number of its version, such as `"3"`, or `"3-archived"` for an archived entry. */
export function toEtag({ version, archivedAt }: Entry): string {
  return `"${version}${archivedAt === null ? '' : '-archived'}"`;
}

/** Returns an SQL condition that holds while the entry is unchanged since the request's conditions were checked. */
export function unchanged({ currentVersion, archivedAt }: Entry, conditions: Conditions): string {
  if (!isConditional(conditions)) return 'TRUE';
  return `current_version = ${currentVersion} AND archived_at IS ${archivedAt === null ? '' : 'NOT '}NULL`;
}
