import type { NextFunction, Request, Response } from 'express';
import { invalidField, MetarunError } from '../../base/kernel/errors.js';

const NOT_ASCII = /[^\x21-\x7e]/;

/**
 * Refuses a URL that does not say one thing only: a query string that is not percent-encoded UTF-8, where the
 * parser would put U+FFFD in the place of bad bytes, and a NUL, which PostgreSQL cannot compare. In the path a
 * NUL becomes a character that no id, slug or identifier has, so that it names nothing like any other unknown.
 */
export function requestTarget(request: Request, _: Response, next: NextFunction): void {
  const { originalUrl } = request;
  const start = originalUrl.indexOf('?');
  const path = start === -1 ? originalUrl : originalUrl.slice(0, start);
  const query = start === -1 ? '' : originalUrl.slice(start + 1);
  if (path.includes('%00'))
    request.url = path.replaceAll('%00', '%EF%BF%BD') + originalUrl.slice(path.length);
  if (!isEncodedUtf8(query))
    throw new MetarunError('malformed_request', 'The query string is not percent-encoded UTF-8.');
  if (query.includes('%00')) throw invalidField('?', 'the query string contains a NUL (%00)');
  next();
}

function isEncodedUtf8(query: string): boolean {
  if (NOT_ASCII.test(query)) return false;
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
}
