import type { NextFunction, Request, Response } from 'express';
import { newId } from '../../base/kernel/ids.js';

const HEADER = 'X-Request-Id';
const ACCEPTABLE = /^[\w.-]{8,100}$/;

/** Sets the id of every request: the client's `X-Request-Id` if valid, otherwise a new one. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.get(HEADER);
  response.setHeader(HEADER, given !== undefined && ACCEPTABLE.test(given) ? given : newId());
  next();
}

export function readRequestId(response: Response): string {
  return String(response.getHeader(HEADER));
}
