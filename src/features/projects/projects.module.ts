import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { ApiKeysController } from './api-keys.controller.js';
import { MembersController } from './members.controller.js';
import { ProjectsController } from './projects.controller.js';
import { UsersController } from './users/users.controller.js';
import type { ProjectsServices } from './projects.services.js';

/** The endpoints of projects, members and API keys. */
@Module({})
export class ProjectsModule {
  static with({ projects }: { projects: ProjectsServices }): DynamicModule {
    return {
      module: ProjectsModule,
      controllers: [ProjectsController, MembersController, ApiKeysController, UsersController],
      ...provided(projects),
    };
  }
}
