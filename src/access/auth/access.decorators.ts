import type { IncomingHttpHeaders } from 'node:http';
import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  SetMetadata,
} from '@nestjs/common';
import { ApiParam, ApiSecurity } from '@nestjs/swagger';
import type { Request } from 'express';
import { MetarunError } from '../../base/kernel/errors.js';
import type { Caller, ProjectRef, TokenCaller } from './caller.js';
import { findRequestCaller, findRequestProject } from './request-access.js';
import { ROLES, type Role, type Scope, listRoleScopes } from './roles.js';

/** The access rule of a route. Every route has one: the start fails on a route without a rule. */
export type AccessRule =
  | { readonly kind: 'public' }
  | { readonly kind: 'external'; readonly scope: Scope; readonly also?: AlsoNeeded }
  | { readonly kind: 'manage'; readonly role: Role }
  | { readonly kind: 'installation'; readonly does: string }
  | { readonly kind: 'any' };

/** Returns the scope that a request needs because of its headers, in addition to the scope of its operation. */
type AlsoNeeded = (headers: IncomingHttpHeaders) => Scope | null;

export const ACCESS_RULE = Symbol('ACCESS_RULE');

/** Names of the security schemes in the OpenAPI document. */
export const API_KEY_SCHEME = 'api_key';
export const ACCESS_TOKEN_SCHEME = 'access_token';

type RouteDecorator = ClassDecorator & MethodDecorator;

function rule(value: AccessRule): RouteDecorator {
  return SetMetadata(ACCESS_RULE, value);
}

/** Documents the `:project_id` of a path. Included in {@link ExternalScope}. */
export function ApiProjectId(): RouteDecorator {
  return ApiParam({
    name: 'project_id',
    description: 'Id or slug of the project.',
    schema: { type: 'string' },
    example: 'default',
  });
}

/** Opens a route to requests without credentials. */
export function Public(): RouteDecorator {
  return rule({ kind: 'public' });
}

/**
 * Requires, below `/external/v1/projects/:project_id`, an API key of that project with this scope, or an access token
 * whose role in the project includes the scope.
 */
export function ExternalScope(scope: Scope, also?: AlsoNeeded): RouteDecorator {
  const role = ROLES.find((one) => listRoleScopes(one).includes(scope)) ?? 'admin';
  return applyDecorators(
    rule({ kind: 'external', scope, ...(also && { also }) }),
    ApiProjectId(),
    ApiSecurity(API_KEY_SCHEME, [scope]),
    ApiSecurity(ACCESS_TOKEN_SCHEME, [role]),
  );
}

/**
 * Requires an access token with at least this role in the project of `:project_id`, or, on a path without a project,
 * with at least this role itself.
 */
export function ManageRole(role: Role): RouteDecorator {
  return applyDecorators(rule({ kind: 'manage', role }), ApiSecurity(ACCESS_TOKEN_SCHEME, [role]));
}

/**
 * Requires an access token of an administrator of the installation, with the role `admin`. `does` completes the
 * refusal, as in `reads this`.
 */
export function InstallationAdmin(does: string): RouteDecorator {
  return applyDecorators(
    rule({ kind: 'installation', does }),
    ApiSecurity(ACCESS_TOKEN_SCHEME, ['installation_admin']),
  );
}

/** Accepts any valid key, token or session, whatever its rights; for paths without a project. */
export function AnyCredentials(): RouteDecorator {
  return applyDecorators(
    rule({ kind: 'any' }),
    ApiSecurity(API_KEY_SCHEME),
    ApiSecurity(ACCESS_TOKEN_SCHEME),
  );
}

/** Injects the {@link ProjectRef} that `:project_id` names. */
export const CurrentProject = createParamDecorator(
  (_: unknown, context: ExecutionContext): ProjectRef => {
    const project = findRequestProject(context.switchToHttp().getRequest<Request>());
    if (!project) throw new MetarunError('internal', 'This path names no project.');
    return project;
  },
);

/** Injects the {@link Caller} of the request. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller => {
    const caller = findRequestCaller(context.switchToHttp().getRequest<Request>());
    if (!caller) throw new MetarunError('internal', 'This path takes no credentials.');
    return caller;
  },
);

/**
 * Injects the {@link Caller} of a route with {@link ManageRole} or {@link InstallationAdmin}, which is always a user.
 */
export const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): TokenCaller => {
    const caller = findRequestCaller(context.switchToHttp().getRequest<Request>());
    if (caller?.kind !== 'access_token')
      throw new MetarunError('internal', 'This path takes no access token.');
    return caller;
  },
);
