import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { invalidField, MetarunError } from '../../base/kernel/errors.js';

const NOT_ASCII = /[^\x21-\x7e]/;

/**
 * Replaces NUL characters in the path, which PostgreSQL cannot compare, with one that occurs in no id, slug or
 * identifier, so that the path is handled like any unknown one.
 */
export function requestTarget(request: Request, _: Response, next: NextFunction): void {
  const { path, query } = splitTarget(request);
  if (path.includes('%00')) request.url = path.replaceAll('%00', '%EF%BF%BD') + query;
  next();
}

/**
 * Refuses ambiguous query strings, after the guards: those that are not percent-encoded UTF-8, in which the parser
 * would replace bad bytes by U+FFFD, and those with a NUL.
 */
export class QueryInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { query } = splitTarget(context.switchToHttp().getRequest<Request>());
    if (!isEncodedUtf8(query))
      throw new MetarunError('malformed_request', 'The query string is not percent-encoded UTF-8.');
    if (query.includes('%00')) throw invalidField('?', 'the query string contains a NUL (%00)');
    return next.handle();
  }
}

/** Splits the request target. `query`: with its question mark, or empty. */
function splitTarget({ originalUrl }: Request): { path: string; query: string } {
  const start = originalUrl.indexOf('?');
  if (start === -1) return { path: originalUrl, query: '' };
  return { path: originalUrl.slice(0, start), query: originalUrl.slice(start) };
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
