import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { TASK_EVENT_TYPES } from '../../../platform/events/task-event.js';
import { LOG_LEVELS, type LogLevel } from '../../../sandbox/runtime/protocol.js';
import { MAX_IDENTIFIER_LENGTH } from '../../catalogue/identifier.js';

const TYPE_LIST = new RegExp(
  `^(${TASK_EVENT_TYPES.join('|')})(,(${TASK_EVENT_TYPES.join('|')}))*$`,
);

const MAX_TASKS = 100;

const TASK_LIST = new RegExp(`^[0-9a-fA-F-]{36}(,[0-9a-fA-F-]{36}){0,${MAX_TASKS - 1}}$`);

export class EventsQuery {
  @ApiPropertyOptional({
    description: `Comma-separated event types: ${TASK_EVENT_TYPES.join(', ')}.`,
    example: 'status,phase',
  })
  @IsOptional()
  @Matches(TYPE_LIST, {
    message: `types must be a comma-separated list of ${TASK_EVENT_TYPES.join(', ')}`,
  })
  types?: string;

  @ApiPropertyOptional({
    enum: LOG_LEVELS,
    description: 'Lowest level of log events.',
  })
  @IsOptional()
  @IsIn(LOG_LEVELS)
  level?: LogLevel;
}

export class ProjectEventsQuery extends EventsQuery {
  @ApiPropertyOptional({
    description: 'Only events of tasks of the meta-task with this identifier.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_IDENTIFIER_LENGTH)
  task_type?: string;

  @ApiPropertyOptional({
    description: `Only events of these tasks: up to ${MAX_TASKS} comma-separated ids.`,
  })
  @IsOptional()
  @Matches(TASK_LIST, { message: `task_id must be 1 to ${MAX_TASKS} ids with commas between` })
  task_id?: string;
}
