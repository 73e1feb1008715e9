import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { idOf, pagedAfter } from '../../../platform/wire/page.js';
import { CurrentProject, ExternalScope } from '../../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../../access/auth/caller.js';
import { ModelCalls, type ListedCall } from '../gateway/model-calls.service.js';
import { ModelCallDto, ModelCallsQuery } from './task-model-calls.dto.js';
import { TasksService } from '../../../tasks/tasks/tasks.service.js';
import { isoTime, isoTimeOrNull } from '../../../base/kernel/clock.js';
import { toUsd } from '../usd.js';

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

function modelCallDto(call: ListedCall): ModelCallDto {
  return {
    id: call.id,
    step_id: call.step_id,
    step_name: call.step_name,
    attempt: call.attempt,
    model: `${call.provider}/${call.model}`,
    state: call.state,
    input_tokens: call.input_tokens,
    cached_tokens: call.cached_tokens,
    output_tokens: call.output_tokens,
    reasoning_tokens: call.reasoning_tokens,
    reported_input_tokens: call.reported_input_tokens,
    reported_output_tokens: call.reported_output_tokens,
    estimated_input_tokens: call.estimated_input_tokens,
    estimated_output_tokens: call.estimated_output_tokens,
    cost_usd: toUsd(call.cost_micro_usd),
    error: call.error,
    started_at: isoTime(call.created_at),
    finished_at: isoTimeOrNull(call.finished_at),
    first_token_ms: call.first_token_ms,
    duration_ms: call.duration_ms,
  };
}
