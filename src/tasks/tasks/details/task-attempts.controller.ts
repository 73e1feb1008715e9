import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentProject, ExternalScope } from '../../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../../access/auth/caller.js';
import { pagedAfter } from '../../../platform/wire/page.js';
import { AttemptsQuery, TaskAttemptDto } from './task-attempts.dto.js';
import { type TaskAttempt, TaskAttempts } from './task-attempts.service.js';
import { taskAttemptDto } from './task-attempts.wire.js';

@ApiTags('tasks')
@Controller('external/v1/projects/:project_id/tasks/:task_id/attempts')
export class TaskAttemptsController {
  constructor(private readonly attempts: TaskAttempts) {}

  @Get()
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: 'Read the attempts of a task, first one first',
    description: 'Link: rel="next" carries the cursor of the next page.',
  })
  @ApiOkResponse({ type: [TaskAttemptDto] })
  async list(
    @CurrentProject() project: ProjectRef,
    @Param('task_id') taskId: string,
    @Query() query: AttemptsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TaskAttemptDto[]> {
    const attemptOf = ({ attempt }: TaskAttempt): number => attempt;
    const found = await pagedAfter(query, response, attemptOf, ({ limit, cursor = 0 }) =>
      this.attempts.list(project.id, taskId, { after: cursor, limit }),
    );
    return found.map(taskAttemptDto);
  }
}
