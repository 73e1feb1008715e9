import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import {
  type CommonErrorCode,
  findErrorCode,
  MetarunError,
  getErrorMessage,
} from '../../base/kernel/errors.js';
import { quoted } from '../../base/kernel/quoted.js';
import { loggedPath } from './logged-path.js';
import { problem } from './problem.js';
import { readRequestId } from './request-id.js';
import { unavailableBy } from './unavailable.js';

/** The part of a router layer that is read: its route, if any, and whether it matches a path. */
interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> } | undefined;
  match(path: string): boolean;
}

/** Codes of errors that the framework itself throws, by status. */
const FRAMEWORK_CODES: Partial<Record<number, CommonErrorCode>> = {
  400: 'malformed_request',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
};

/**
 * Turns any thrown value into `application/problem+json`. Anything but a MetarunError is logged and answered without
 * details.
 */
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
    const body = problem(error, error.message, readRequestId(response), error.errors);
    response.status(body.status).type('application/problem+json').send(JSON.stringify(body));
  }

  private known(thrown: unknown, request: Request, response: Response): MetarunError {
    const at = { method: request.method, path: loggedPath(request.path) };
    const error =
      thrown instanceof MetarunError
        ? thrown
        : (frameworkError(thrown, request, response) ?? unavailableBy(thrown));
    if (error?.code === 'unavailable' && error.cause !== undefined) {
      // The response omits details that the operator needs. No stack is logged: all requests have the same problem, and
      // none causes it.
      const { cause } = error;
      this.logger.warn(
        { code: findErrorCode(cause), error: getErrorMessage(cause), ...at },
        error.message,
      );
    }
    if (error !== null) return error;
    this.logger.error({ err: thrown, ...at }, 'request failed');
    return new MetarunError(
      'internal',
      'Something went wrong here; the log has it under this request_id.',
    );
  }
}

/** Returns the error for one thrown by the framework; undefined for any other. */
function frameworkError(
  thrown: unknown,
  request: Request,
  response: Response,
): MetarunError | undefined {
  const status = findHttpStatus(thrown);
  const code = status === undefined ? undefined : FRAMEWORK_CODES[status];
  if (code === 'not_found') return unrouted(request, response);
  if (code === undefined) return undefined;
  return new MetarunError(code, 'The request could not be read: check its URL, headers and body.');
}

/** Returns the error for a request that no route handles. */
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

function findHttpStatus(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (thrown instanceof URIError) return 400;
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  const status: unknown = Reflect.get(thrown, 'status');
  return typeof status === 'number' ? status : undefined;
}

/**
 * Returns the methods of a path for the `Allow` header; empty if no route has the path. Only for requests that no route
 * has handled.
 */
function allowedMethods(request: Request): string[] {
  const layers = request.app.router.stack as unknown as readonly Layer[];
  const methods = new Set<string>();
  for (const layer of layers)
    if (layer.route && layer.match(request.path))
      for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  if (methods.size === 0) return [];
  // Express handles HEAD and OPTIONS by itself.
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods, 'OPTIONS'].toSorted();
}
