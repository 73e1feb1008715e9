import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProjectId, CurrentProject, ManageRole } from '../auth/access.decorators.js';
import type { ProjectRef } from '../auth/caller.js';
import { ChangeRetentionDto, RetentionDto } from './retention.dto.js';
import { givenPolicy, retentionDto } from './retention.wire.js';
import { RetentionService } from './retention.service.js';

@ApiTags('projects')
@ApiProjectId()
@Controller('projects/:project_id/retention')
export class RetentionController {
  constructor(private readonly retention: RetentionService) {}

  @Get()
  @ManageRole('viewer')
  @ApiOperation({
    summary: 'Read how long a project keeps finished tasks and earlier versions of files',
  })
  @ApiOkResponse({ type: RetentionDto })
  async read(@CurrentProject() project: ProjectRef): Promise<RetentionDto> {
    return retentionDto(await this.retention.get(project.id));
  }

  @Patch()
  @ManageRole('admin')
  @ApiOperation({
    summary: 'Change how long a project keeps finished tasks and earlier versions of files',
    description: 'What is older is deleted from now on, and cannot be restored.',
  })
  @ApiOkResponse({ type: RetentionDto })
  async change(
    @CurrentProject() project: ProjectRef,
    @Body() body: ChangeRetentionDto,
  ): Promise<RetentionDto> {
    return retentionDto(await this.retention.change(project.id, givenPolicy(body)));
  }
}
