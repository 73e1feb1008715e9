import type { NextFunction, Request, Response } from 'express';
import { newId } from '../../base/kernel/ids.js';

const HEADER = 'X-Request-Id';
const ACCEPTABLE = /^[\w.-]{8,100}$/;

/** Sets an id for every request: the caller's own `X-Request-Id` where it is usable, else a new one. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.get(HEADER);
  response.setHeader(HEADER, given !== undefined && ACCEPTABLE.test(given) ? given : newId());
  next();
}

export function requestIdOf(response: Response): string {
  return String(response.getHeader(HEADER));
}
