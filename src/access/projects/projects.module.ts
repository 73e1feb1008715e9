import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';
import { FirstStart } from './first-start.service.js';
import { MembersController } from './members.controller.js';
import { MembersService } from './members.service.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsService } from './projects.service.js';
import { QuotasModule } from './quotas.module.js';
import { UsersController } from './users/users.controller.js';
import { UsersService } from './users/users.service.js';

/** Projects, members and API keys, and the first start of an installation. */
@Module({
  imports: [AuthModule, QuotasModule],
  controllers: [ProjectsController, MembersController, ApiKeysController, UsersController],
  providers: [ProjectsService, MembersService, UsersService, ApiKeysService, FirstStart],
})
export class ProjectsModule {}
