import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { MetarunError } from '../kernel/errors.js';

const NOT_ASCII = /[^\x21-\x7e]/;

/**
 * Refuses a query string that is not percent-encoded UTF-8. The framework's parser would put U+FFFD in the
 * place of bad bytes, so that two different requests would mean the same file.
 */
@Injectable()
export class QueryEncodingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const url = context.switchToHttp().getRequest<Request>().originalUrl;
    const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
    if (!isEncodedUtf8(query))
      throw new MetarunError('malformed_request', 'The query string is not percent-encoded UTF-8.');
    return true;
  }
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
