import { Injectable } from '@nestjs/common';
import { isUuid } from '../../base/kernel/ids.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { Database } from '../../platform/database/database.js';
import type { AccessRule } from './access.decorators.js';
import type { Caller, KeyCaller, ProjectRef } from './caller.js';
import type { AccessTokenIdentity, ApiKeyIdentity, Identity } from './identity.js';
import { quoted } from '../../base/kernel/quoted.js';
import {
  lesserRole,
  type Role,
  roleCovers,
  type Scope,
  listRoleScopes,
  storedRole,
} from './roles.js';
import { isSlug } from './slug.js';

export interface Access {
  caller: Caller;
  /** Null on a path without a project. */
  project: ProjectRef | null;
}

interface ProjectRow extends ProjectRef {
  member_role: string | null;
}

/** Returns the same error for an unknown project, an archived one and one that the caller has no access to. */
function noSuchProject(named = ''): MetarunError {
  const words =
    isUuid(named) || isSlug(named)
      ? 'for these credentials'
      : 'because it is neither an id nor a slug';
  return new MetarunError(
    'not_found',
    `There is no project ${quoted(named)} ${words}: check the path, or use credentials of that project.`,
  );
}

/** Throws unless the caller has a scope that a request needs in addition to the scope of its operation. */
export function needScope({ scopes }: Pick<Caller, 'scopes'>, scope: Scope): void {
  if (!scopes.includes(scope)) throw missingScope(scope);
}

function missingScope(scope: Scope): MetarunError {
  return new MetarunError(
    'forbidden',
    `These credentials lack the scope "${scope}": use a key that has it.`,
  );
}

/** Decides what an identity may do in which project, with at most one query. */
@Injectable()
export class Authorizer {
  constructor(private readonly database: Database) {}

  /**
   * @param named the `:project_id` of the path, an id or a slug; undefined on a path without one
   * @throws MetarunError `not_found` for a project that the caller has no access to, `forbidden` otherwise
   */
  async authorize(
    identity: Identity,
    rule: Exclude<AccessRule, { kind: 'public' }>,
    named: string | undefined,
  ): Promise<Access> {
    if (identity.kind === 'access_token') return this.byToken(identity, rule, named);
    if (rule.kind === 'any') return { project: null, caller: keyCaller(identity) };
    if (rule.kind !== 'external')
      throw new MetarunError(
        'forbidden',
        'An API key (mrk_…) is not accepted here: use an access token (mrt_…).',
      );
    return byKey(identity, rule.scope, named);
  }

  private async byToken(
    identity: AccessTokenIdentity,
    rule: Exclude<AccessRule, { kind: 'public' }>,
    named: string | undefined,
  ): Promise<Access> {
    const found = named === undefined ? null : await this.findProject(identity, named);
    const role = found?.role ?? identity.role;
    if (rule.kind === 'manage' && !roleCovers(role, rule.role))
      throw new MetarunError(
        'forbidden',
        `This needs the role "${rule.role}", and this token has "${role}": use the token of a member who has that role.`,
      );
    const isInstallationAdmin = identity.user.isAdmin && identity.role === 'admin';
    if (rule.kind === 'installation' && !isInstallationAdmin)
      throw new MetarunError(
        'forbidden',
        `Only an administrator of the installation ${rule.does}: use the token of one.`,
      );
    const scopes = listRoleScopes(role);
    if (rule.kind === 'external' && !scopes.includes(rule.scope)) throw missingScope(rule.scope);
    const { user } = identity;
    return {
      project: found?.project ?? null,
      caller: {
        kind: 'access_token',
        id: identity.id,
        name: user.name,
        userId: user.id,
        role,
        scopes,
        isInstallationAdmin,
        expiresAt: identity.expiresAt,
        session: identity.session,
      },
    };
  }

  private async findProject(
    { user, role }: AccessTokenIdentity,
    named: string,
  ): Promise<{ project: ProjectRef; role: Role }> {
    const column = isUuid(named) ? 'id' : 'slug';
    if (column === 'slug' && !isSlug(named)) throw noSuchProject(named);
    const [row] = await this.database.query<ProjectRow>(
      `SELECT p.id, p.slug, p.name, m.role AS member_role
       FROM projects p LEFT JOIN members m ON m.project_id = p.id AND m.user_id = ?
       WHERE p.${column} = ? AND p.archived_at IS NULL`,
      [user.id, named.toLowerCase()],
    );
    if (!row) throw noSuchProject(named);
    const project = { id: row.id, slug: row.slug, name: row.name };
    if (user.isAdmin) return { project, role };
    if (row.member_role === null) throw noSuchProject(named);
    return { project, role: lesserRole(role, storedRole(row.member_role)) };
  }
}

function byKey(identity: ApiKeyIdentity, scope: Scope, named: string | undefined): Access {
  const { project, scopes } = identity;
  if (!project || (named?.toLowerCase() !== project.id && named !== project.slug))
    throw noSuchProject(named);
  if (!scopes.includes(scope)) throw missingScope(scope);
  return { project, caller: keyCaller(identity) };
}

function keyCaller({ id, name, project, scopes, expiresAt }: ApiKeyIdentity): KeyCaller {
  return {
    kind: 'api_key',
    id,
    name,
    project,
    userId: null,
    role: null,
    scopes,
    isInstallationAdmin: false,
    expiresAt,
  };
}
