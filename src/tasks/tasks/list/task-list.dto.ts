import { ApiPropertyOptional } from '@nestjs/swagger';
import {
  IsIn,
  IsISO8601,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
} from 'class-validator';
import { ACTOR_KINDS } from '../../../workflow/engine/state/actor.js';
import { TASK_STATUSES, type TaskStatus } from '../../../workflow/engine/state/task-status.js';
import { CommaList } from '../../../platform/wire/comma-list.decorator.js';
import { IfGiven } from '../../../platform/wire/if-given.decorator.js';
import { QueryFlag } from '../../../platform/wire/query-flag.decorator.js';
import { WholeNumberQuery } from '../../../platform/wire/whole-number.decorator.js';
import { TASK_ORDERS, type TaskOrder } from './task-filter.js';
import { MAX_NAME_LENGTH } from '../../../base/kernel/max-lengths.js';

const FIELDS = ['basic', 'all'] as const;
/** Maximum number of ids, and of identifiers of meta-tasks, per query. */
const MAX_IDS = 200;
const MAX_TYPES = 20;
const CREATOR = new RegExp(
  `^(?:${ACTOR_KINDS.join('|')}):[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`,
  'i',
);

/** The conditions of a list of tasks. */
export class TaskFilterQuery {
  @CommaList(MAX_IDS, 'Ids of the tasks.')
  @IsUUID('all', { each: true, message: '$property must have UUIDs' })
  id?: string[];

  @CommaList(
    TASK_STATUSES.length,
    `Statuses of the tasks: ${TASK_STATUSES.join(', ')}.`,
    'failed,cancelled',
  )
  @IsIn(TASK_STATUSES, {
    each: true,
    message: `$property must be one of ${TASK_STATUSES.join(', ')}`,
  })
  status?: TaskStatus[];

  @CommaList(MAX_TYPES, 'Identifiers of meta-tasks.')
  @IsString({ each: true })
  task_type?: string[];

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: 'Version of the meta-task that `task_type` names.',
  })
  @IfGiven()
  @WholeNumberQuery(1, 2_147_483_647)
  version?: number;

  @ApiPropertyOptional({
    description: 'Only tasks that ended, or last failed, with this error code.',
  })
  @IfGiven()
  @IsString()
  @MaxLength(100)
  error_code?: string;

  @ApiPropertyOptional({
    description:
      'Creator of the tasks: `user`, `api_key`, `schedule` or `task`, a colon and an id, as in `created_by` of a task.',
    example: 'user:00000000-0000-7000-8000-000000000000',
  })
  @IfGiven()
  @Matches(CREATOR, {
    message: `$property must be one of ${ACTOR_KINDS.join(', ')}, a colon and a UUID`,
  })
  created_by?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'Task of which they are reruns.' })
  @IfGiven()
  @IsUUID('all')
  rerun_of?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'Parent task whose script created them.' })
  @IfGiven()
  @IsUUID('all')
  parent_id?: string;

  @QueryFlag('Only tasks without a parent.')
  roots = false;

  @QueryFlag('Only tasks whose results have outdated citations and that have not been rerun.')
  stale = false;

  @ApiPropertyOptional({ format: 'uuid', description: 'Schedule that created them.' })
  @IfGiven()
  @IsUUID('all')
  schedule_id?: string;

  @ApiPropertyOptional({ format: 'date-time' })
  @IfGiven()
  @IsISO8601({ strict: true })
  created_after?: string;

  @ApiPropertyOptional({ format: 'date-time' })
  @IfGiven()
  @IsISO8601({ strict: true })
  created_before?: string;

  @ApiPropertyOptional({
    description: 'Prefix of the name, case-sensitive. Unlike `q`, it uses an index.',
    maxLength: MAX_NAME_LENGTH,
  })
  @IfGiven()
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_NAME_LENGTH)
  name_prefix?: string;

  @ApiPropertyOptional({ description: 'Part of the name, case-insensitive.' })
  @IfGiven()
  @IsString()
  @MaxLength(MAX_NAME_LENGTH)
  q?: string;
}

export class ListTasksQuery extends TaskFilterQuery {
  @QueryFlag('Only running tasks whose phase takes far longer than in earlier runs.')
  overdue = false;

  @QueryFlag(
    'Only drafts, which are created by `POST …/task-types/{task_type}/try`. Default: no drafts.',
  )
  draft = false;

  @ApiPropertyOptional({
    enum: TASK_ORDERS,
    default: 'created',
    description: 'Time to sort by, latest first. `finished` lists only tasks that have ended.',
  })
  @IsIn(TASK_ORDERS)
  order: TaskOrder = 'created';

  @ApiPropertyOptional({
    enum: FIELDS,
    default: 'basic',
    description: 'Set of fields. `basic`: the ten basic fields. `all`: all but large ones.',
  })
  @IsIn(FIELDS)
  fields: (typeof FIELDS)[number] = 'basic';

  @ApiPropertyOptional({
    description: 'Cursor from the Link header of the previous page, instead of `offset`.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  cursor?: string;

  @ApiPropertyOptional({ type: 'integer', default: 50, minimum: 1, maximum: 200 })
  @WholeNumberQuery(1, 200)
  limit = 50;

  @ApiPropertyOptional({ type: 'integer', default: 0, minimum: 0 })
  @WholeNumberQuery(0, 1_000_000_000)
  offset = 0;
}
