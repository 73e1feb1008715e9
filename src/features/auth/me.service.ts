import { isoTimeOrNull } from '../../base/kernel/clock.js';
import type { TokenCaller } from './caller.js';
import type { MeDto } from './me.dto.js';
import { type VisibleProjects } from './visible-projects.service.js';

export class MeService {
  constructor(private readonly projects: VisibleProjects) {}

  async describe(caller: TokenCaller): Promise<MeDto> {
    const projects = await this.projects.list(caller);
    return {
      id: caller.userId,
      name: caller.name,
      is_admin: caller.isInstallationAdmin,
      token_id: caller.id,
      role: caller.role,
      expires_at: isoTimeOrNull(caller.expiresAt),
      projects: projects.map(({ id, slug, name, role }) => ({ id, slug, name, role })),
    };
  }
}
