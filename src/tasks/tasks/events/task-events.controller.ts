import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import {
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import {
  CurrentCaller,
  CurrentProject,
  ExternalScope,
} from '../../../access/auth/access.decorators.js';
import type { Caller, ProjectRef } from '../../../access/auth/caller.js';
import { invalidField } from '../../../base/kernel/errors.js';
import { buildStreamResponse } from './event-schemas.dto.js';
import { EventsQuery, ProjectEventsQuery } from './task-events.dto.js';
import { TaskEventsService } from './task-events.service.js';
import type { Selected } from '../../../platform/events/event-selection.js';
import { TASK_EVENT_TYPES } from '../../../platform/events/task-event.js';

const RESUME = ApiHeader({
  name: 'Last-Event-ID',
  required: false,
  description: 'Event id after which the stream starts.',
});

@ApiTags('events')
@Controller('external/v1/projects/:project_id')
export class TaskEventsController {
  constructor(private readonly events: TaskEventsService) {}

  @Get('tasks/:task_id/events')
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: 'Stream the events of a task from the first one until it ends',
    description: 'Server-sent events. Resumes after Last-Event-ID.',
  })
  @ApiOkResponse(buildStreamResponse('TaskStreamEvent'))
  @ApiNoContentResponse({
    description: 'The task has ended, and there are no events after Last-Event-ID.',
  })
  @RESUME
  async ofTask(
    @CurrentProject() project: ProjectRef,
    @Param('task_id') taskId: string,
    @Query() query: EventsQuery,
    @Headers('last-event-id') lastEventId: string | undefined,
    @CurrentCaller() { id: caller }: Caller,
    @Res() response: Response,
  ): Promise<void> {
    const request = { projectId: project.id, after: resumePoint(lastEventId), caller };
    await this.events.streamTask(request, taskId, selectedBy(query), response);
  }

  @Get('events')
  @ExternalScope('events:read')
  @ApiOperation({
    summary: 'Stream the events of all tasks of a project from now on',
    description:
      'Server-sent events. Resumes after Last-Event-ID; 0 starts at the oldest available event. If events after Last-Event-ID are no longer available, a `gap` event follows `hello`.',
  })
  @ApiOkResponse(buildStreamResponse('ProjectStreamEvent'))
  @RESUME
  async ofProject(
    @CurrentProject() project: ProjectRef,
    @Query() query: ProjectEventsQuery,
    @Headers('last-event-id') lastEventId: string | undefined,
    @CurrentCaller() { id: caller }: Caller,
    @Res() response: Response,
  ): Promise<void> {
    const request = { projectId: project.id, after: resumePoint(lastEventId), caller };
    await this.events.streamProject(request, selectedBy(query), response);
  }
}

function resumePoint(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  if (!/^\d{1,15}$/.test(text))
    throw invalidField('Last-Event-ID', 'must be the id of an event of this stream');
  return Number(text);
}

function selectedBy(query: ProjectEventsQuery): Selected {
  const { types, task_id, task_type, level } = query;
  return {
    types:
      types === undefined
        ? undefined
        : TASK_EVENT_TYPES.filter((type) => types.split(',').includes(type)),
    taskIds: task_id?.toLowerCase().split(','),
    metaTask: task_type,
    level,
  };
}
