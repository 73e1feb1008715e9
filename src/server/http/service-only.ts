import type { NextFunction, Request, Response } from 'express';
import type { Role } from '../../base/config/roles.js';
import { MetarunError } from '../../base/kernel/errors.js';

const SERVICE = /^\/(health\/[a-z]+|metrics)$/;

/** Has a process without the role `api` answer nothing but how it is. */
export function serviceOnly(roles: readonly Role[]) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (!SERVICE.test(request.path))
      throw new MetarunError(
        'not_found',
        `This process has no API: its METARUN_ROLE is ${roles.join(',')}. It answers /health/live, /health/ready and /metrics.`,
      );
    next();
  };
}
