import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { clientAddress } from '../../access/auth/client-address.js';
import type { Metrics } from './metrics.service.js';
import { loggedPath } from './logged-path.js';
import { requestIdOf } from './request-id.js';

/** Logs each request once it has been answered (refused ones at info, the rest at debug) and counts it. Never its query or headers. */
export function requestLog(logger: Logger, metrics: Metrics) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const started = performance.now();
    // Once the connection is closed the address is lost.
    const address = clientAddress(request);
    response.on('close', () => {
      const ms = performance.now() - started;
      const status = response.statusCode;
      metrics.requests.observe({ method: request.method, status }, ms / 1000);
      const level = status >= 400 ? 'info' : 'debug';
      if (!logger.isLevelEnabled(level)) return;
      logger[level](
        {
          request_id: requestIdOf(response),
          address,
          method: request.method,
          path: loggedPath(request.path),
          status,
          ms: Math.round(ms * 10) / 10,
        },
        'request',
      );
    });
    next();
  };
}
