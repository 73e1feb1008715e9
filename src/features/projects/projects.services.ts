import type { AuthServices } from '../auth/auth.services.js';
import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import { ApiKeysService } from './api-keys.service.js';
import { FirstStart } from './first-start.service.js';
import { MembersService } from './members.service.js';
import { ProjectsService } from './projects.service.js';
import { UsersService } from './users/users.service.js';
import type { Quotas } from './quotas.service.js';

export type ProjectsServices = ReturnType<typeof projectsServices>;

/** Projects, their members and keys, and what a new installation needs. */
export function projectsServices(
  { config, database, bus }: Infrastructure,
  { visible }: AuthServices,
  quotas: Quotas,
) {
  return {
    quotas,
    projects: new ProjectsService(database, visible),
    members: new MembersService(database, bus, quotas),
    users: new UsersService(database, bus),
    keys: new ApiKeysService(database, bus, quotas),
    firstStart: new FirstStart(database, config),
  };
}
