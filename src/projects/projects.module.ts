import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';
import { FirstStart } from './first-start.service.js';
import { MembersController } from './members.controller.js';
import { MembersService } from './members.service.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsService } from './projects.service.js';

@Module({
  imports: [AuthModule],
  controllers: [ProjectsController, MembersController, ApiKeysController],
  providers: [ProjectsService, MembersService, ApiKeysService, FirstStart],
  exports: [FirstStart],
})
export class ProjectsModule {}
