import type { Request, Response } from 'express';
import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import { conditionsOf, ifNoneMatchHolds } from '../../platform/wire/conditions.js';
import type { EntryDto } from './entry.dto.js';
import { etagOf } from './entry-etag.js';
import type { Entry } from './entry.js';

const NOT_MODIFIED = 304;

/** Returns the sentence of the OpenAPI document about the conditions that a route honours. */
export function conditionsNote(noun: string): string {
  return `Honours If-Match and If-None-Match with the ETag of the ${noun}.`;
}

/** The header of answers in the OpenAPI document. */
export const ETAG = {
  ETag: {
    description:
      'The number of the version in quotes; of an archived one with "-archived" behind it.',
    schema: { type: 'string', example: '"3"' },
  },
} as const;

/** Returns an entry as clients see it, without its definition. */
export function entryWire(entry: Entry): EntryDto {
  return {
    id: entry.id,
    identifier: entry.identifier,
    version: entry.version,
    current_version: entry.currentVersion,
    created_by: entry.createdBy,
    created_at: isoTime(entry.createdAt),
    version_created_at: isoTime(entry.versionCreatedAt),
    updated_at: isoTime(entry.updatedAt),
    archived_at: isoTimeOrNull(entry.archivedAt),
  };
}

/** Sets the ETag of an entry. Returns whether the client has it as it is: then the answer is 304 and has no body. */
export function isNotModified(request: Request, response: Response, entry: Entry): boolean {
  response.setHeader('ETag', etagOf(entry));
  if (ifNoneMatchHolds(conditionsOf(request), etagOf(entry))) return false;
  response.status(NOT_MODIFIED);
  return true;
}
