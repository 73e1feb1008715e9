import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { MetarunError } from '../../base/kernel/errors.js';
import { ACCESS_RULE, type AccessRule } from './access.decorators.js';
import { Authenticator } from './authenticator.service.js';
import { Authorizer, needScope } from './authorizer.service.js';
import { clientAddress } from './client-address.js';
import type { Identity } from './identity.js';
import { OpenRequests } from './open-requests.service.js';
import { RateLimits } from './rates/rate-limits.service.js';
import { rememberAccess, SAFE_METHODS } from './request-access.js';
import { SessionCookies } from './sessions/session-cookies.js';

/** Returns the WWW-Authenticate header (RFC 6750): the credentials wanted, and whether those given were invalid. */
function challenge(given: boolean): string {
  return given ? 'Bearer realm="metarun", error="invalid_token"' : 'Bearer realm="metarun"';
}

/**
 * Guards every route: authenticates, then authorizes. Rate limits apply between the two steps: a key that is refused
 * everywhere (403, 404) must be counted as well, and the project is known only after authorization.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly authorizer: Authorizer,
    private readonly limits: RateLimits,
    private readonly open: OpenRequests,
    private readonly cookies: SessionCookies,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!rule) throw new MetarunError('internal', 'This path has no access rule.');
    if (rule.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const header = request.headers.authorization;
    const identity = await this.identify(request).catch((error: unknown) => {
      if (error instanceof MetarunError && error.kind === 'unauthenticated')
        response.setHeader('WWW-Authenticate', challenge(header !== undefined));
      throw error;
    });
    await this.limits.spend('key', identity.id, response);
    const named = request.params['project_id'];
    const { caller, project } = await this.authorizer.authorize(
      identity,
      rule,
      typeof named === 'string' ? named : undefined,
    );
    if (project) await this.limits.spend('project', project.id, response);
    const also = rule.kind === 'external' ? rule.also?.(request.headers) : undefined;
    if (also) needScope(caller, also);
    rememberAccess(request, caller, project);
    this.open.add(request, response, identity, rule, project?.id);
    return true;
  }

  /**
   * Identifies the caller by the Authorization header. A cookie, which browsers send by themselves, counts only without
   * that header and from the pages of this server.
   */
  private async identify(request: Request): Promise<Identity> {
    const { authorization } = request.headers;
    const address = clientAddress(request);
    const secret = authorization === undefined ? this.cookies.read(request) : undefined;
    if (secret === undefined) return this.authenticator.identify(authorization, address);
    if (!SAFE_METHODS.has(request.method)) this.cookies.refuseOtherPages(request);
    return this.authenticator.identifySession(secret, address);
  }
}
