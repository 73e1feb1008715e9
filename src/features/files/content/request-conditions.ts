import type { Request } from 'express';
import type { Conditions } from './etag.js';

export function conditionsOf(request: Request): Conditions {
  return { ifMatch: request.get('if-match'), ifNoneMatch: request.get('if-none-match') };
}
