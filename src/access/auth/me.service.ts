import { Inject, Injectable } from '@nestjs/common';
import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import { VERSION } from '../../base/kernel/version.js';
import { Sandbox } from '../../sandbox/runtime/sandbox/sandbox.js';
import type { Caller, KeyCaller, TokenCaller } from './caller.js';
import type { MeDto } from './me.dto.js';
import { listRoleScopes } from './roles.js';
import { VisibleProjects } from './visible-projects.service.js';

@Injectable()
export class MeService {
  constructor(
    private readonly projects: VisibleProjects,
    @Inject(Sandbox) private readonly sandbox: Pick<Sandbox, 'report'>,
  ) {}

  async describe(caller: Caller): Promise<MeDto> {
    const owner = caller.kind === 'api_key' ? ofKey(caller) : await this.ofToken(caller);
    return {
      kind: caller.kind,
      name: caller.name,
      is_admin: caller.isInstallationAdmin,
      token_id: caller.id,
      expires_at: isoTimeOrNull(caller.expiresAt),
      ...owner,
      version: VERSION,
      sandbox_level: this.sandbox.report.level,
    };
  }

  private async ofToken(
    caller: TokenCaller,
  ): Promise<Pick<MeDto, 'id' | 'role' | 'projects' | 'session'>> {
    const projects = await this.projects.list(caller);
    const { session } = caller;
    return {
      id: caller.userId,
      role: caller.role,
      projects: projects.map(({ id, slug, name, role }) => {
        return { id, slug, name, role, scopes: [...listRoleScopes(role)] };
      }),
      session: session && { id: session.id, expires_at: isoTime(session.expiresAt) },
    };
  }
}

function ofKey({
  project,
  scopes,
}: KeyCaller): Pick<MeDto, 'id' | 'role' | 'projects' | 'session'> {
  const projects = project === null ? [] : [{ ...project, role: null, scopes: [...scopes] }];
  return { id: null, role: null, projects, session: null };
}
