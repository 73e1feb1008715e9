import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { idOf, pagedAfter } from '../../../platform/wire/page.js';
import { CurrentProject, ExternalScope } from '../../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../../access/auth/caller.js';
import { ModelCalls } from '../gateway/model-calls.service.js';
import { ModelCallDto, ModelCallsQuery } from './task-model-calls.dto.js';
import { modelCallDto } from './task-model-calls.wire.js';
import { TasksService } from '../../../tasks/tasks/tasks.service.js';

@ApiTags('tasks')
@Controller('external/v1/projects/:project_id/tasks/:task_id/model-calls')
export class TaskModelCallsController {
  constructor(
    private readonly tasks: TasksService,
    private readonly calls: ModelCalls,
  ) {}

  @Get()
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: 'List the model requests of a task, in the order in which they were made',
    description:
      'Kept as long as the events of the project. Link: rel="next" carries the cursor of the next page.',
  })
  @ApiOkResponse({ type: [ModelCallDto] })
  async list(
    @CurrentProject() project: ProjectRef,
    @Param('task_id') taskId: string,
    @Query() query: ModelCallsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ModelCallDto[]> {
    const { id } = await this.tasks.get(project.id, taskId);
    const found = await pagedAfter(query, response, idOf, ({ limit, cursor = '' }) =>
      this.calls.list(project.id, id, { after: cursor, limit }),
    );
    return found.map(modelCallDto);
  }
}
