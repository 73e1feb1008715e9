import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import {
  type CommonErrorCode,
  errorCodeOf,
  MetarunError,
  messageOf,
} from '../../base/kernel/errors.js';
import { quoted } from '../../base/kernel/quoted.js';
import { loggedPath } from './logged-path.js';
import { problem } from './problem.js';
import { requestIdOf } from './request-id.js';
import { unavailableBy } from './unavailable.js';

/** The part of a router's layer that is looked at: its route, if it has one, and whether it is for a path. */
interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> } | undefined;
  match(path: string): boolean;
}

/** Codes of the errors that the framework itself raises, by status. */
const FRAMEWORK_CODES: Partial<Record<number, CommonErrorCode>> = {
  400: 'malformed_request',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
};

/** Turns whatever was thrown into `application/problem+json`. What is not a MetarunError is logged and answered without details. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const error = this.known(thrown, request, response);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (error.retryAfterSeconds !== undefined)
      response.setHeader('Retry-After', String(error.retryAfterSeconds));
    const body = problem(error, error.message, requestIdOf(response), error.errors);
    response.status(body.status).type('application/problem+json').send(JSON.stringify(body));
  }

  private known(thrown: unknown, request: Request, response: Response): MetarunError {
    const at = { method: request.method, path: loggedPath(request.path) };
    const error =
      thrown instanceof MetarunError
        ? thrown
        : (frameworkError(thrown, request, response) ?? unavailableBy(thrown));
    if (error?.code === 'unavailable' && error.cause !== undefined) {
      // The answer says little of what the operator has to look at. No stack: each request has the same problem, and none is its cause.
      const { cause } = error;
      this.logger.warn({ code: errorCodeOf(cause), error: messageOf(cause), ...at }, error.message);
    }
    if (error !== null) return error;
    this.logger.error({ err: thrown, ...at }, 'request failed');
    return new MetarunError(
      'internal',
      'Something went wrong here; the log has it under this request_id.',
    );
  }
}

/** Returns the error for one that the framework has raised; undefined where it has not. */
function frameworkError(
  thrown: unknown,
  request: Request,
  response: Response,
): MetarunError | undefined {
  const status = statusOf(thrown);
  const code = status === undefined ? undefined : FRAMEWORK_CODES[status];
  if (code === 'not_found') return unrouted(request, response);
  if (code === undefined) return undefined;
  return new MetarunError(code, 'The request could not be read: check its URL, headers and body.');
}

/** Returns the error of a request that no route answers. */
function unrouted(request: Request, response: Response): MetarunError {
  const path = quoted(loggedPath(request.path));
  const allowed = allowedMethods(request);
  if (allowed.length === 0)
    return new MetarunError(
      'not_found',
      `There is nothing at the path ${path}: /docs lists what there is.`,
    );
  response.setHeader('Allow', allowed.join(', '));
  return new MetarunError(
    'method_not_allowed',
    `The path ${path} does not take ${request.method}: use ${allowed.join(', ')}.`,
  );
}

function statusOf(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (thrown instanceof URIError) return 400;
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  const status: unknown = Reflect.get(thrown, 'status');
  return typeof status === 'number' ? status : undefined;
}

/**
 * Returns the methods that the path of a request has, for the header `Allow`; none if nothing is at the path. To be asked
 * only of requests that no route has answered.
 */
function allowedMethods(request: Request): string[] {
  const layers = request.app.router.stack as unknown as readonly Layer[];
  const methods = new Set<string>();
  for (const layer of layers)
    if (layer.route && layer.match(request.path))
      for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  if (methods.size === 0) return [];
  // Express answers these by itself.
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods, 'OPTIONS'].toSorted();
}
