import { MetarunError, notFound } from '../../base/kernel/errors.js';
import { isUuid } from '../../base/kernel/ids.js';
import { quoted } from '../../base/kernel/quoted.js';
import { MAX_CANDIDATES, nearest } from '../../base/schema/nearest.js';
import type { Database } from '../../platform/database/database.js';
import type { EntryKind } from './entry.js';
import { IDENTIFIER_PATTERN } from './identifier.js';

/** Returns the identifier of an entry of the project that `reference` may be a misspelling of. */
export async function identifierNear(
  database: Database,
  { table }: Pick<EntryKind, 'table'>,
  projectId: string,
  reference: string,
): Promise<string | undefined> {
  if (isUuid(reference)) return undefined;
  const rows = await database.query<{ identifier: string }>(
    `SELECT identifier FROM ${table} WHERE project_id = ? AND archived_at IS NULL ORDER BY identifier LIMIT ?`,
    [projectId, MAX_CANDIDATES],
  );
  return nearest(
    reference,
    rows.map(({ identifier }) => identifier),
  );
}

/** Returns the 404 for an unknown entry. `near` is an identifier that may be meant. */
export function unknownEntry(
  { noun, path }: EntryKind,
  reference: string,
  near: string | undefined,
): MetarunError {
  const list = `GET …/${path} lists the ${noun}s`;
  if (isUuid(reference) || IDENTIFIER_PATTERN.test(reference))
    return notFound(
      noun,
      reference,
      near === undefined ? list : `did you mean ${quoted(near)}? ${list}`,
    );
  return new MetarunError(
    'not_found',
    `${quoted(reference)} can be neither the id of ${withArticle(noun)}, a UUID, nor its identifier, which has letters, digits, ".", "_" and "-": ${list}.`,
  );
}

/** Returns the 404 for an unknown version. The message says so if the text is not a number. */
export function unknownVersion(
  { noun, path, parameter }: EntryKind,
  reference: string,
  version: string,
): MetarunError {
  const list = `GET …/${path}/{${parameter}}/versions lists the versions`;
  const words = /^[1-9]\d*$/.test(version)
    ? `The ${noun} ${quoted(reference)} has no version ${quoted(version)}`
    : `${quoted(version)} is not a version of ${withArticle(noun)}, because a version is a whole number from 1`;
  return new MetarunError('not_found', `${words}: ${list}.`);
}

/** Returns the version number in a path. Throws `not_found`. */
export function versionNumber(kind: EntryKind, reference: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw unknownVersion(kind, reference, text);
  return Number(text);
}

/** Returns a noun with its article: `an agent`. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
