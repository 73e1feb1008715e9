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
import { requestId, readRequestId } from './request-id.js';
import { requestTarget } from './request-target.js';
import { takeTurns } from './turns.js';
import type { LoggerService } from '@nestjs/common';
import { clientAddress } from '../../access/auth/client-address.js';
import { loggedPath } from './logged-path.js';
import type { Role } from '../../base/config/roles.js';
import { MetarunError } from '../../base/kernel/errors.js';

const SERVICE = /^\/(health\/[a-z]+|metrics)$/;

/** Writes Nest's messages to the server's log, routine ones at level debug. */
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

/**
 * Keep-alive time in ms, longer than that of clients and load balancers: the side that closes an idle connection must
 * not be the one that receives requests.
 */
const KEEP_ALIVE_MS = 75_000;

/** Installs the middleware that precedes the routes. */
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
  // The page of the API uses inline styles.
  app.use('/docs', helmet.contentSecurityPolicy(policy(["'self'", "'unsafe-inline'"])));
  app.use(requestTarget);
  app.use(dashboard.root, dashboard.pages);
  serveOpenApi(app, config.publicUrl);
  const server = app.getHttpServer();
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  answerClientErrors(server);
}

/**
 * Makes paths case-sensitive, as they are for proxies that hide, for example, `/metrics`; by default Express would
 * serve `/METRICS` as well. The router already exists, so the setting of Express would come too late.
 */
function distinguishCase(app: NestExpressApplication): void {
  Object.assign(app.getHttpAdapter().getInstance().router, { caseSensitive: true });
}

/** Makes all JSON responses, of Nest or of handlers, be written in pieces if they are large. */
function writeJsonInPieces(app: NestExpressApplication, logger: Logger): void {
  const express = app.getHttpAdapter().getInstance() as { response: Response };
  express.response.json = function json(this: Response, value: unknown) {
    answerJson(this, value, (err) =>
      logger.error({ err, request_id: readRequestId(this) }, 'failed to send a whole response'),
    );
    return this;
  };
}

function policy(styleSrc: string[]) {
  return {
    directives: { upgradeInsecureRequests: null, fontSrc: ["'self'", 'data:'], styleSrc },
  };
}

/**
 * Logs each request after its response (refused ones at info, others at debug) and counts it. Queries and headers are
 * never logged.
 */
function requestLog(logger: Logger, metrics: Metrics) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const started = performance.now();
    // The address is not available after the connection is closed.
    const address = clientAddress(request);
    response.on('close', () => {
      const ms = performance.now() - started;
      const status = response.statusCode;
      metrics.requests.observe({ method: request.method, status }, ms / 1000);
      const level = status >= 400 ? 'info' : 'debug';
      if (!logger.isLevelEnabled(level)) return;
      logger[level](
        {
          request_id: readRequestId(response),
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

/** Limits a process without the role `api` to health and metrics. */
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
