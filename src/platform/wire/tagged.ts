import type { Request, Response } from 'express';
import { readConditions, ifNoneMatchHolds } from './conditions.js';

const NOT_MODIFIED = 304;

/** OpenAPI description of the ETag header of responses. */
export const CONTENT_TAG = {
  ETag: {
    description: 'Changes if and only if a member that clients can set changes.',
    schema: { type: 'string', example: '"Yz3tVb0o1XcA8mJq2LkN5w"' },
  },
} as const;

/** Returns the sentence for the OpenAPI document about the conditions that a route honours. */
export function conditionsNote(noun: string): string {
  return `Honours If-Match and If-None-Match with the ETag of the ${noun}.`;
}

export function tagged<T>(response: Response, etag: string, body: T): T {
  setTag(response, etag);
  return body;
}

/**
 * Sets the ETag of a response. Returns whether the client already has this state: the response is then 304 without a
 * body.
 */
export function isNotModified(request: Request, response: Response, etag: string): boolean {
  setTag(response, etag);
  if (ifNoneMatchHolds(readConditions(request), etag)) return false;
  response.status(NOT_MODIFIED);
  return true;
}

/** Sets the headers. A browser must not cache the response itself: other members may change under the same ETag. */
function setTag(response: Response, etag: string): void {
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', 'no-store');
}
