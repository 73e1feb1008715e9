import type { Request } from 'express';
import { MetarunError } from '../../base/kernel/errors.js';

/** The conditions of a request on the current state, as in RFC 9110 §13: header values as received, or undefined. */
export interface Conditions {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

const TAG = /(W\/)?("[^"]*")/g;

function names(header: string, etag: string | null, weak: boolean): boolean {
  if (header.trim() === '*') return etag !== null;
  return [...header.matchAll(TAG)].some(
    ([, weakMark, tag]) => tag === etag && (weak || weakMark === undefined),
  );
}

export function isConditional({ ifMatch, ifNoneMatch }: Conditions): boolean {
  return ifMatch !== undefined || ifNoneMatch !== undefined;
}

/** Returns whether `If-Match` allows the request. A null `etag` means that the resource does not exist. */
export function ifMatchHolds({ ifMatch }: Conditions, etag: string | null): boolean {
  return ifMatch === undefined || names(ifMatch, etag, false);
}

/** Returns whether `If-None-Match` allows the request. If not, the answer to a GET is 304. */
export function ifNoneMatchHolds({ ifNoneMatch }: Conditions, etag: string | null): boolean {
  return ifNoneMatch === undefined || !names(ifNoneMatch, etag, true);
}

/**
 * Throws `precondition_failed` unless the conditions hold. `what` names the resource; a null `etag` means that it does
 * not exist.
 */
export function assertConditions(conditions: Conditions, what: string, etag: string | null): void {
  if (!ifMatchHolds(conditions, etag))
    throw new MetarunError(
      'precondition_failed',
      etag === null
        ? `If-Match names a ${what}, and there is none here.`
        : `The ${what} has the ETag ${etag}, which If-Match does not name: read it again.`,
    );
  if (!ifNoneMatchHolds(conditions, etag))
    throw new MetarunError(
      'precondition_failed',
      `There is a ${what} with the ETag ${etag ?? '*'}, which If-None-Match rules out.`,
    );
}

/**
 * Returns the error of a change that another change preceded after its conditions had been checked:
 * `precondition_failed` if the request has conditions, otherwise `conflict`. `what` names the resource.
 */
export function overtaken(what: string, conditions: Conditions): MetarunError {
  return new MetarunError(
    isConditional(conditions) ? 'precondition_failed' : 'conflict',
    `Another request changed the ${what} meanwhile; read it and try again.`,
  );
}

/** Returns the conditions in a request's headers. */
export function readConditions(request: Request): Conditions {
  return { ifMatch: request.get('if-match'), ifNoneMatch: request.get('if-none-match') };
}
