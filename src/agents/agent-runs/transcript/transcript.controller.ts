import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { pagedAfter, PARSED_ITEMS } from '../../../platform/wire/page.js';
import { CurrentProject, ExternalScope } from '../../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../../access/auth/caller.js';
import { TasksService } from '../../../tasks/tasks/tasks.service.js';
import { TranscriptMessageDto, TranscriptQuery } from './transcript.dto.js';
import { transcriptText, type TranscriptTurn, type TranscriptMessage } from './transcript.js';
import { Transcripts } from './transcripts.service.js';
import { isoTimeOrNull } from '../../../base/kernel/clock.js';
import { toUsd } from '../../models/usd.js';

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
      'Empty if the task called no model. `format=text` returns text/plain. Link: rel="next" carries the cursor of the next page.',
  })
  @ApiOkResponse({ type: [TranscriptMessageDto] })
  async read(
    @CurrentProject() project: ProjectRef,
    @Param('task_id') taskId: string,
    @Query() { format, ...query }: TranscriptQuery,
    @Res() response: Response,
  ): Promise<void> {
    const { id } = await this.tasks.get(project.id, taskId);
    const positionOf = ({ position }: TranscriptTurn): number => position;
    const turns = await pagedAfter(
      query,
      response,
      positionOf,
      ({ limit, cursor = -1 }) => this.transcripts.read(project.id, id, { after: cursor, limit }),
      PARSED_ITEMS,
    );
    const messages = turns.flatMap((turn) => turn.messages);
    if (format === 'text')
      response.type('text/plain; charset=utf-8').send(transcriptText(messages));
    else response.json(messages.map(transcriptMessageDto));
  }
}

function transcriptMessageDto(message: TranscriptMessage): TranscriptMessageDto {
  const { usage } = message;
  return {
    role: message.role,
    step_id: message.stepId,
    text: message.text,
    calls: message.calls,
    call_id: message.callId,
    name: message.name,
    failed: message.failed,
    usage: usage && {
      input_tokens: usage.inputTokens,
      cached_tokens: usage.cachedTokens,
      output_tokens: usage.outputTokens,
      cost_usd: toUsd(usage.costMicroUsd),
    },
    started_at: isoTimeOrNull(message.startedAt),
    finished_at: isoTimeOrNull(message.finishedAt),
  };
}
