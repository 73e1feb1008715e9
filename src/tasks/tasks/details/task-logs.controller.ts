import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { invalidField } from '../../../base/kernel/errors.js';
import { LOG_LEVELS } from '../../../sandbox/runtime/protocol.js';
import { linkNext } from '../../../platform/wire/link-next.js';
import { CurrentProject, ExternalScope } from '../../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../../access/auth/caller.js';
import { attachment } from '../../../files/files/content/content-disposition.js';
import { LogLineDto, LogsQuery } from './task-logs.dto.js';
import { TaskLogs } from './task-logs.service.js';
import { TasksService } from '../tasks.service.js';
import { isoTime } from '../../../base/kernel/clock.js';
import type { LogLine } from '../../../platform/events/log-lines.js';

const LEVELS = 'X-Levels';
const AS_TEXT = 'text/plain';

@ApiTags('events')
@ApiExtraModels(LogLineDto)
@Controller('external/v1/projects/:project_id')
export class TaskLogsController {
  constructor(
    private readonly lines: TaskLogs,
    private readonly tasks: TasksService,
  ) {}

  @Get('tasks/:task_id/logs')
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: 'Read the log lines of a task',
    description:
      'Oldest first, or newest first with `before`. Link: rel="next" continues in that direction. With `Accept: text/plain`, returns all lines selected by `level`, `attempt` and `q` as a file.',
  })
  @ApiOkResponse({
    description: 'Page of log lines, or the log file.',
    headers: {
      [LEVELS]: {
        description:
          'Number of lines per level selected by `attempt` and `q`. Only on a first page: without `cursor`, with `before=0`, or with `around`.',
        schema: { type: 'string', example: 'debug=0,info=12,warning=1,error=0' },
      },
    },
    content: {
      'application/json': {
        schema: { type: 'array', items: { $ref: getSchemaPath(LogLineDto) } },
      },
      [AS_TEXT]: { schema: { type: 'string' } },
    },
  })
  async logs(
    @CurrentProject() project: ProjectRef,
    @Param('task_id') taskId: string,
    @Query() query: LogsQuery,
    @Res() response: Response,
  ): Promise<void> {
    response.vary('Accept');
    if (response.req.accepts(['application/json', AS_TEXT]) === AS_TEXT)
      return this.file(project.id, taskId, query, response);
    const { level, attempt, q, around, ...page } = query;
    const place = around === undefined ? page : { ...page, around: Date.parse(around) };
    const selection = { level, attempt, q };
    const { lines, next, levels } = await this.lines.page(project.id, taskId, selection, place);
    if (levels !== null)
      response.setHeader(LEVELS, LOG_LEVELS.map((name) => `${name}=${levels[name]}`).join(','));
    if (next !== null) linkNext(response, { around: null, ...next });
    response.json(lines.map(logLineDto));
  }

  private async file(
    projectId: string,
    taskId: string,
    { level, attempt, q, ...place }: LogsQuery,
    response: Response,
  ): Promise<void> {
    for (const name of ['cursor', 'before', 'around'] as const)
      if (place[name] !== undefined)
        throw invalidField(`?${name}`, 'does not go with text/plain, which has all lines');
    const { id, name } = await this.tasks.get(projectId, taskId);
    response.setHeader('Content-Type', `${AS_TEXT}; charset=utf-8`);
    response.setHeader('Content-Disposition', attachment(`${name} ${id.slice(-8)}.log`));
    if (response.req.method === 'HEAD') return void response.end();
    const text = Readable.from(this.lines.file(projectId, id, { level, attempt, q }));
    // A client that disconnects is not an error; after a failed read, the client sees its connection end.
    await pipeline(text, response).catch(() => response.destroy());
  }
}

function logLineDto({ seq, createdAt, level, text, attempt, line, isOpen }: LogLine): LogLineDto {
  return {
    seq,
    time: isoTime(createdAt),
    level,
    text,
    attempt,
    ...(line !== undefined && { line }),
    ...(isOpen && { open: true }),
  };
}
