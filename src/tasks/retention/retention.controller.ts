import { Body, Controller, Get, Patch, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { readConditions } from '../../platform/wire/conditions.js';
import { conditionsNote, CONTENT_TAG, tagged } from '../../platform/wire/tagged.js';
import { ApiProjectId, CurrentProject, ManageRole } from '../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../access/auth/caller.js';
import { ChangeRetentionDto, RetentionDto } from './retention.dto.js';
import { type ProjectRetention, RetentionService, retentionTag } from './retention.service.js';
import type { OwnPolicy } from './policy.js';

@ApiTags('projects')
@ApiProjectId()
@Controller('projects/:project_id/retention')
export class RetentionController {
  constructor(private readonly retention: RetentionService) {}

  @Get()
  @ManageRole('viewer')
  @ApiOperation({
    summary: 'Read the retention of finished tasks and earlier file versions',
  })
  @ApiOkResponse({ type: RetentionDto, headers: CONTENT_TAG })
  async read(
    @CurrentProject() project: ProjectRef,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RetentionDto> {
    return answer(response, await this.retention.get(project.id));
  }

  @Patch()
  @ManageRole('admin')
  @ApiOperation({
    summary: 'Change the retention of finished tasks and earlier file versions',
    description: `Anything older is deleted from now on and cannot be restored. ${conditionsNote('policy')}`,
  })
  @ApiOkResponse({ type: RetentionDto, headers: CONTENT_TAG })
  async change(
    @CurrentProject() project: ProjectRef,
    @Body() body: ChangeRetentionDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RetentionDto> {
    const { id } = project;
    const conditions = readConditions(request);
    return answer(response, await this.retention.change(id, givenPolicy(body), conditions));
  }
}

/** Returns the policy as clients see it, and sets its ETag. */
function answer(response: Response, retention: ProjectRetention): RetentionDto {
  return tagged(response, retentionTag(retention), retentionDto(retention));
}

/** Returns the members that a request contains. */
function givenPolicy(body: ChangeRetentionDto): Partial<OwnPolicy> {
  return {
    ...(body.tasks_days === undefined ? {} : { tasks: body.tasks_days }),
    ...(body.events_days === undefined ? {} : { events: body.events_days }),
    ...(body.logs_days === undefined ? {} : { logs: body.logs_days }),
    ...(body.file_versions_days === undefined ? {} : { file_versions: body.file_versions_days }),
  };
}

function retentionDto({ own, policy }: ProjectRetention): RetentionDto {
  return {
    tasks_days: own.tasks,
    events_days: own.events,
    logs_days: own.logs,
    file_versions_days: own.file_versions,
    effective: {
      tasks_days: policy.tasks,
      events_days: policy.events,
      logs_days: policy.logs,
      file_versions_days: policy.file_versions,
    },
  };
}
