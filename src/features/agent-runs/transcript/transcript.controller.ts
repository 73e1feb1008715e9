import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { linkNext } from '../../../platform/wire/link-next.js';
import { CurrentProject, ExternalScope } from '../../auth/access.decorators.js';
import type { ProjectRef } from '../../auth/caller.js';
import { TasksService } from '../../tasks/tasks.service.js';
import { TranscriptMessageDto, TranscriptQuery } from './transcript.dto.js';
import { transcriptText } from './transcript.js';
import { transcriptMessageDto } from './transcript.wire.js';
import { Transcripts } from './transcripts.service.js';

@ApiTags('tasks')
@Controller('external/v1/projects/:project_id/tasks/:task_id/transcript')
export class TranscriptController {
  constructor(
    private readonly tasks: TasksService,
    private readonly transcripts: Transcripts,
  ) {}

  @Get()
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: 'Read the conversation of an agent with its model',
    description:
      'Empty for a task that has asked no model; `format=text` gives it as text/plain. Link: rel="next" carries a cursor to the next page.',
  })
  @ApiOkResponse({ type: [TranscriptMessageDto] })
  async read(
    @CurrentProject() project: ProjectRef,
    @Param('task_id') taskId: string,
    @Query() { format, cursor, limit }: TranscriptQuery,
    @Res() response: Response,
  ): Promise<void> {
    const { id } = await this.tasks.get(project.id, taskId);
    const page = { after: cursor, limit };
    const { messages, next } = await this.transcripts.read(project.id, id, page);
    if (next !== null) linkNext(response, { cursor: next });
    if (format === 'text')
      response.type('text/plain; charset=utf-8').send(transcriptText(messages));
    else response.json(messages.map(transcriptMessageDto));
  }
}
