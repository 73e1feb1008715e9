import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Response, NextFunction, Request } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { Dashboard } from '../dashboard/dashboard.js';
import { CONFIG, LOGGER } from '../../base/tokens.js';
import { publicPath } from '../../base/config/own-url.js';
import type { Config } from '../../base/config/settings.js';
import { PUBLIC_PATH } from '../../platform/wire/link-next.js';
import { answerClientErrors } from './client-errors.js';
import { answerJson } from './json-answer.js';
import { LastAnswers } from './last-answers.js';
import { Metrics } from './metrics.service.js';
import { serveOpenApi } from './openapi.js';
import { requestId, requestIdOf } from './request-id.js';
import { requestTarget } from './request-target.js';
import { takeTurns } from './turns.js';
import type { LoggerService } from '@nestjs/common';
import { clientAddress } from '../../access/auth/client-address.js';
import { loggedPath } from './logged-path.js';
import type { Role } from '../../base/config/roles.js';
import { MetarunError } from '../../base/kernel/errors.js';

const SERVICE = /^\/(health\/[a-z]+|metrics)$/;

/** Nest's own messages, in the server's log: its routine ones at debug. */
class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown): void {
    this.logger.debug({ nest: String(message) });
  }

  warn(message: unknown): void {
    this.logger.warn({ nest: String(message) });
  }

  error(message: unknown): void {
    this.logger.error({ nest: String(message) });
  }
}

/** Longer than clients and balancers keep a connection that idles (ms): who closes it must not be the one that gets requests. */
const KEEP_ALIVE_MS = 75_000;

/** Puts on an application what comes before its routes. */
export function setUpHttp(app: NestExpressApplication): void {
  const logger = app.get<Logger>(LOGGER);
  const dashboard = app.get(Dashboard);
  const last = app.get(LastAnswers);
  app.useLogger(new NestLogger(logger));
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  distinguishCase(app);
  writeJsonInPieces(app, logger);
  const config = app.get<Config>(CONFIG);
  app.set(PUBLIC_PATH, publicPath(config));
  app.set('trust proxy', [...config.trustedProxies]);
  app.use(last.middleware);
  app.use(requestId);
  app.use(requestLog(logger, app.get(Metrics)));
  app.use(takeTurns());
  if (!config.roles.includes('api')) app.use(serviceOnly(config.roles));
  app.use(
    helmet({
      contentSecurityPolicy: policy(["'self'"]),
      strictTransportSecurity: false,
    }),
  );
  // The page of the API puts styles into itself.
  app.use('/docs', helmet.contentSecurityPolicy(policy(["'self'", "'unsafe-inline'"])));
  app.use(requestTarget);
  app.use(dashboard.root, dashboard.pages);
  serveOpenApi(app, config.publicUrl);
  const server = app.getHttpServer();
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  answerClientErrors(server);
}

/**
 * Has `/METRICS` be another path than `/metrics`, as it is for proxies that hide one of them: to Express they are the same. Its
 * router already exists, so that the setting of Express would come too late.
 */
function distinguishCase(app: NestExpressApplication): void {
  Object.assign(app.getHttpAdapter().getInstance().router, { caseSensitive: true });
}

/** Has every answer that is JSON, of Nest or of a handler, be written in pieces where it is large. */
function writeJsonInPieces(app: NestExpressApplication, logger: Logger): void {
  const express = app.getHttpAdapter().getInstance() as { response: Response };
  express.response.json = function json(this: Response, value: unknown) {
    answerJson(this, value, (err) =>
      logger.error({ err, request_id: requestIdOf(this) }, 'failed to write an answer to its end'),
    );
    return this;
  };
}

function policy(styleSrc: string[]) {
  return {
    directives: { upgradeInsecureRequests: null, fontSrc: ["'self'", 'data:'], styleSrc },
  };
}

/** Logs each request once it has been answered (refused ones at info, the rest at debug) and counts it. Never its query or headers. */
function requestLog(logger: Logger, metrics: Metrics) {
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

/** Has a process without the role `api` answer nothing but how it is. */
function serviceOnly(roles: readonly Role[]) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (!SERVICE.test(request.path))
      throw new MetarunError(
        'not_found',
        `This process has no API: its METARUN_ROLE is ${roles.join(',')}. It answers /health/live, /health/ready and /metrics.`,
      );
    next();
  };
}
