import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentProject, ExternalScope } from '../../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../../access/auth/caller.js';
import { type TaskStep, TaskSteps } from '../../../workflow/steps/task-steps.service.js';
import { LARGE_ITEMS, pagedAfter } from '../../../platform/wire/page.js';
import { StepsQuery, TaskStepDto } from './task-steps.dto.js';
import { taskStepDto } from './task-steps.wire.js';
import { StepPlaces } from './step-places.service.js';
import { TasksService } from '../tasks.service.js';

@ApiTags('tasks')
@Controller('external/v1/projects/:project_id/tasks/:task_id/steps')
export class TaskStepsController {
  constructor(
    private readonly tasks: TasksService,
    private readonly steps: TaskSteps,
    private readonly places: StepPlaces,
  ) {}

  @Get()
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: 'Read the step history of a task, in the order in which steps began',
    description: 'Link: rel="next" carries the cursor of the next page.',
  })
  @ApiOkResponse({ type: [TaskStepDto] })
  async list(
    @CurrentProject() project: ProjectRef,
    @Param('task_id') taskId: string,
    @Query() query: StepsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TaskStepDto[]> {
    const { id, versionId } = await this.tasks.get(project.id, taskId);
    const positionOf = ({ position }: TaskStep): number => position;
    const found = await pagedAfter(
      query,
      response,
      positionOf,
      ({ limit, cursor = -1 }) => this.steps.list(project.id, id, { after: cursor, limit }),
      LARGE_ITEMS,
    );
    const places = await this.places.of(project.id, versionId, found);
    return found.map((step, at) => taskStepDto(step, places[at] ?? null));
  }
}
