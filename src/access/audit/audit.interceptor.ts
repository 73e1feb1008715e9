import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { concatMap, type Observable } from 'rxjs';
import { clientAddress } from '../auth/client-address.js';
import { callerActor } from '../auth/caller-actor.js';
import { findRequestCaller, findRequestProject, SAFE_METHODS } from '../auth/request-access.js';
import { AuditLog } from './audit-log.service.js';
import { computeDifference, buildTarget } from './difference.js';
import { collectingFormer } from './former-values.js';
import { NOT_AUDITED } from './not-audited.decorator.js';

/** Records every operation that changed something, before its response is sent. Refused operations are not recorded. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  private readonly reflector = new Reflector();

  constructor(private readonly log: AuditLog) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (SAFE_METHODS.has(request.method)) return next.handle();
    if (this.reflector.get(NOT_AUDITED, context.getHandler()) !== undefined) return next.handle();
    const response = http.getResponse<Response>();
    const action = buildActionName(context.getClass().name, context.getHandler().name);
    const asking = findRequestCaller(request);
    const actor = asking === undefined ? null : callerActor(asking);
    const { result, former } = collectingFormer(actor, () => next.handle());
    return result.pipe(
      concatMap(async (answer: unknown) => {
        const caller = findRequestCaller(request);
        if (caller !== undefined)
          await this.log.record({
            caller,
            projectId: findRequestProject(request)?.id ?? null,
            address: clientAddress(request),
            requestId: String(response.getHeader('X-Request-Id')),
            action,
            target: buildTarget(
              request.params,
              request.query,
              readFileTarget(request.body),
              readCreatedId(answer),
            ),
            diff: computeDifference(request.body, former()),
          });
        return answer;
      }),
    );
  }
}

/** Returns the name of an operation, such as `api-keys.create`. */
function buildActionName(controller: string, method: string): string {
  const group = controller.replace(/Controller$/, '');
  return `${kebab(group)}.${kebab(method)}`;
}

function kebab(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
}

/** Returns the file that a body names. */
function readFileTarget(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null) return {};
  return { path: Reflect.get(body, 'path'), ws: Reflect.get(body, 'ws') };
}

/** Returns the id of what an operation has created. */
function readCreatedId(answer: unknown): Record<string, unknown> {
  if (typeof answer !== 'object' || answer === null) return {};
  return { id: Reflect.get(answer, 'id') };
}
