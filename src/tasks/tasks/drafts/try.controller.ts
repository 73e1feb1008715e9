import { Body, Controller, Headers, Param, Post, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { NotAudited } from '../../../access/audit/not-audited.decorator.js';
import {
  ApiProjectId,
  CurrentCaller,
  CurrentProject,
  ManageRole,
} from '../../../access/auth/access.decorators.js';
import type { Caller, ProjectRef } from '../../../access/auth/caller.js';
import { callerActor } from '../../../access/auth/caller-actor.js';
import { DRAFT_SECONDS } from '../../meta-tasks/drafts/draft-definition.js';
import type { DraftSubject } from '../../meta-tasks/drafts/draft-versions.service.js';
import { MAX_SCRIPT_BODY } from '../../meta-tasks/script-body.js';
import { LargeBody } from '../../../platform/wire/large-body.decorator.js';
import type { JsonObject } from '../../../base/kernel/json.js';
import { ONCE } from '../submission/once.decorator.js';
import { submittedDto } from '../submission/submitted.wire.js';
import { TaskDto } from '../views/task.dto.js';

import { Tries } from './tries.service.js';
import { TryMetaTaskDto, TryNewMetaTaskDto } from './try.dto.js';

const DRAFT = `The task is a draft: it has one attempt of at most ${DRAFT_SECONDS} s, is kept for a day, and counts nowhere.`;

@ApiTags('meta-tasks')
@ApiProjectId()
@Controller('projects/:project_id/task-types')
export class TryController {
  constructor(private readonly tries: Tries) {}

  @Post('try')
  @LargeBody(MAX_SCRIPT_BODY)
  @NotAudited('The task has its own record of who created it.')
  @ManageRole('author')
  @ApiOperation({
    summary: 'Try a new meta-task by running it once without saving it',
    description: `Takes the body that creates a meta-task, and the params. ${DRAFT}`,
  })
  @ApiCreatedResponse({ type: TaskDto })
  @ONCE
  tryNew(
    @CurrentProject() project: ProjectRef,
    @CurrentCaller() caller: Caller,
    @Body() { params, ...created }: TryNewMetaTaskDto,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TaskDto> {
    return this.answer(project, caller, { created }, params, key, response);
  }

  @Post(':task_type/try')
  @LargeBody(MAX_SCRIPT_BODY)
  @NotAudited('The task has its own record of who created it.')
  @ManageRole('author')
  @ApiOperation({
    summary: 'Try a change of a meta-task by running it once without saving it',
    description: `Takes the body that changes a meta-task, and the params. ${DRAFT}`,
  })
  @ApiCreatedResponse({ type: TaskDto })
  @ONCE
  tryChange(
    @CurrentProject() project: ProjectRef,
    @CurrentCaller() caller: Caller,
    @Param('task_type') reference: string,
    @Body() { params, ...change }: TryMetaTaskDto,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TaskDto> {
    return this.answer(project, caller, { reference, change }, params, key, response);
  }

  private async answer(
    { id }: ProjectRef,
    caller: Caller,
    subject: DraftSubject,
    params: JsonObject | null | undefined,
    key: string | undefined,
    response: Response,
  ): Promise<TaskDto> {
    const request = { by: callerActor(caller), name: caller.name, key };
    return submittedDto(await this.tries.try(id, subject, params ?? {}, request), response);
  }
}
