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
import { streamOf } from './event-schemas.dto.js';
import { EventsQuery, ProjectEventsQuery } from './task-events.dto.js';
import { selectedBy } from './task-events.wire.js';
import { TaskEventsService } from './task-events.service.js';

const RESUME = ApiHeader({
  name: 'Last-Event-ID',
  required: false,
  description: 'Go on after this event.',
});

@ApiTags('events')
@Controller('external/v1/projects/:project_id')
export class TaskEventsController {
  constructor(private readonly events: TaskEventsService) {}

  @Get('tasks/:task_id/events')
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: "Stream a task's events from its first, until it ends",
    description: 'Server-sent events. Resumes after Last-Event-ID.',
  })
  @ApiOkResponse(streamOf('TaskStreamEvent'))
  @ApiNoContentResponse({
    description: 'The task has ended, and no event comes after Last-Event-ID.',
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
    summary: "Stream the events of all of the project's tasks, from now on",
    description:
      'Server-sent events. Resumes after Last-Event-ID; 0 begins at the oldest event that is kept. ' +
      'An event `gap` comes after `hello` where events after Last-Event-ID are gone.',
  })
  @ApiOkResponse(streamOf('ProjectStreamEvent'))
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
