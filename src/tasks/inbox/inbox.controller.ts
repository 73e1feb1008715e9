import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentProject, ExternalScope } from '../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../access/auth/caller.js';
import { invalidField } from '../../base/kernel/errors.js';
import { SendEventDto, SentEventDto } from './inbox.dto.js';
import { Inbox } from './inbox.service.js';
import { MAX_NAME_LENGTH } from '../../base/kernel/max-lengths.js';

@ApiTags('tasks')
@Controller('external/v1/projects/:project_id/tasks/:task_id/events')
export class InboxController {
  constructor(private readonly inbox: Inbox) {}

  @Post(':name')
  @HttpCode(200)
  @ExternalScope('tasks:write')
  @ApiOperation({
    summary: 'Send an event that the script of a task waits for, now or later',
  })
  @ApiOkResponse({ type: SentEventDto })
  async send(
    @CurrentProject() project: ProjectRef,
    @Param('task_id') taskId: string,
    @Param('name') name: string,
    @Body() body: SendEventDto,
  ): Promise<SentEventDto> {
    if (name.length > MAX_NAME_LENGTH || name.includes('\0') || !name.isWellFormed())
      throw invalidField(
        'name',
        `an event's name has 1 to ${MAX_NAME_LENGTH} characters, none of them NUL`,
      );
    const delivered = await this.inbox.send(project.id, taskId, name, body.payload ?? null);
    return { name, delivered };
  }
}
