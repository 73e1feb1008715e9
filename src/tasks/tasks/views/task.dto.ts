import { ApiProperty, ApiPropertyOptional, IntersectionType, PartialType } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { ACTOR_KINDS, type ActorKind } from '../../../workflow/engine/state/actor.js';
import { MAX_PRIORITY } from '../../../workflow/engine/state/priority.js';
import { TASK_STATUSES, type TaskStatus } from '../../../workflow/engine/state/task-status.js';
import type { JsonObject } from '../../../base/kernel/json.js';
import type { StoredJson } from '../../../base/kernel/stored-json.js';
import { RUN_ERROR_CODES } from '../../../sandbox/runtime/runtime.js';
import { ANY_JSON } from '../../../platform/wire/any-json.js';
import { IsTime } from '../../../platform/wire/is-time.decorator.js';
import { EachOf } from '../../../platform/wire/members.decorator.js';
import { WholeNumberQuery } from '../../../platform/wire/whole-number.decorator.js';
import { ErrorFrameDto } from './error-frame.dto.js';
import { PENDING_REASONS, type PendingReason } from './pending.js';
import { MAX_SUMMARY } from './result-summary.js';
import { MAX_BATCH } from '../submission/submission.service.js';
import { WaitedForDto } from '../details/task-steps.dto.js';
import { MAX_WAIT_SECONDS } from '../submission/task-waits.service.js';
import { IsPlainName, PLAIN_NAME } from '../../../platform/wire/is-plain-name.decorator.js';
import { MAX_NAME_LENGTH } from '../../../base/kernel/max-lengths.js';
import { MAX_IDENTIFIER_LENGTH } from '../../catalogue/identifier.js';

export class RetryTaskDto {
  @ApiPropertyOptional({
    type: 'object',
    nullable: true,
    additionalProperties: false,
    properties: {
      max_steps: { type: 'integer', minimum: 1 },
      max_tool_calls: { type: 'integer', minimum: 1 },
      max_tokens: { type: 'integer', minimum: 1 },
      max_cost_usd: { type: 'number', minimum: 0 },
    },
    description: 'Amounts added to the limits of a task of an agent.',
    example: { max_tokens: 100_000 },
  })
  @IsOptional()
  @IsObject()
  extend?: JsonObject | null;
}

export class CreateTaskDto {
  @ApiProperty({ description: 'Identifier of the meta-task.' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_IDENTIFIER_LENGTH)
  task_type_identifier!: string;

  @ApiPropertyOptional({ type: Object, additionalProperties: true, default: {} })
  @IsOptional()
  @IsObject()
  params?: JsonObject | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_NAME_LENGTH,
    ...PLAIN_NAME,
    description: 'Display name. Default: the identifier, a hyphen and the local time as 14 digits.',
  })
  @IsOptional()
  @IsPlainName()
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_NAME_LENGTH)
  name?: string | null;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    minimum: -MAX_PRIORITY,
    maximum: MAX_PRIORITY,
    description:
      'Priority. Higher priorities run first, within the project. Default: the priority of the meta-task.',
  })
  @IsOptional()
  @IsInt()
  @Min(-MAX_PRIORITY)
  @Max(MAX_PRIORITY)
  priority?: number | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Earliest start, at most a year ahead. A time in the past means now.',
  })
  @IsOptional()
  @IsTime()
  run_at?: string | null;
}

export class CreateTasksDto {
  @ApiProperty({ type: [CreateTaskDto], minItems: 1, maxItems: MAX_BATCH })
  @EachOf(() => CreateTaskDto)
  @ArrayNotEmpty()
  @ArrayMaxSize(MAX_BATCH)
  tasks!: CreateTaskDto[];
}

const WAIT_SECONDS = 30;

export class WaitQuery {
  @ApiPropertyOptional({
    type: 'integer',
    default: WAIT_SECONDS,
    minimum: 0,
    maximum: MAX_WAIT_SECONDS,
    description: 'Maximum wait, in seconds.',
  })
  @WholeNumberQuery(0, MAX_WAIT_SECONDS)
  timeout = WAIT_SECONDS;
}

export class TaskDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: TASK_STATUSES }) status!: TaskStatus;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 }) progress!: number;
  @ApiProperty({ type: String, nullable: true }) current_phase!: string | null;
  @ApiProperty({ description: 'Identifier of the meta-task.' }) task_type!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) started_at!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) finished_at!: string | null;
  @ApiProperty({ type: String, nullable: true }) error_message!: string | null;
}

class TaskUsageDto {
  @ApiProperty({ type: 'integer' }) model_calls!: number;
  @ApiProperty({ type: 'integer', description: 'Number of tool calls by an agent.' })
  tool_calls!: number;
  @ApiProperty({ type: 'integer' }) input_tokens!: number;
  @ApiProperty({
    type: 'integer',
    description: 'Input tokens read from the cache of the provider.',
  })
  cached_tokens!: number;
  @ApiProperty({ type: 'integer' }) output_tokens!: number;
  @ApiProperty({ type: Number, nullable: true, description: 'Cost. Null if no model has prices.' })
  cost_usd!: number | null;
  @ApiProperty({
    type: 'integer',
    description: 'Number of interrupted requests, which count with their estimated input.',
  })
  lost_calls!: number;
}

class TaskLinksDto {
  @ApiProperty() self!: string;
  @ApiProperty() logs!: string;
  @ApiProperty() events!: string;
  @ApiProperty() steps!: string;
  @ApiProperty() attempts!: string;
  @ApiProperty() tree!: string;
}

/** The user, API key, schedule or task that made a request. */
export class ActorDto {
  @ApiProperty({ enum: ACTOR_KINDS }) kind!: ActorKind;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name at that time. Null for a schedule and for a task.',
  })
  name!: string | null;
}

class HolderDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ format: 'date-time' }) since!: string;
}

/** The reason why a pending task does not run yet. */
export class PendingDto {
  @ApiProperty({
    enum: PENDING_REASONS,
    description:
      'Reason why the task is not running yet. `not_before`: its `run_at` is in the future. `retry_delay`: pause after a failed attempt. `concurrency_limit`: limit of its meta-task. `queue`: other tasks run first. `no_worker`: the installation is paused, or no live worker has its `tags`. `no_process`: no process could be started for it, as explained in `message`; this is retried and costs no attempt.',
  })
  reason!: PendingReason;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Time at which the reason ends. Null if unknown.',
  })
  until!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Maximum number of tasks at the same time: the concurrency limit, or the slots of a server. Null in lists.',
  })
  limit!: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Value of its `concurrency_key`, as JSON text.',
  })
  key!: string | null;
  @ApiProperty({
    type: [HolderDto],
    description: 'The first 5 tasks that run instead. Empty in lists.',
  })
  holders!: HolderDto[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Number of tasks ahead of it, counted up to 1000. Null in lists.',
  })
  ahead!: number | null;
  @ApiProperty({
    type: [String],
    description: 'Required tags, if no live worker has all of them. Empty in lists.',
  })
  tags!: string[];
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Explanation of why no process starts. Null unless the reason is `no_process`.',
  })
  message!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description:
      'Time since which the task has waited for a process. Null unless the reason is `no_process`.',
  })
  since!: string | null;
}

/** The part of a task that lists contain with `fields=all`. */
export class MoreOfTaskDto {
  @ApiProperty({ type: 'integer' }) task_type_version!: number;
  @ApiProperty({ type: 'integer', description: 'Attempt number; 0 until the first run.' })
  attempt!: number;
  @ApiProperty({ type: 'integer', description: 'Failed attempts after which the task fails.' })
  max_attempts!: number;
  @ApiProperty({ enum: RUN_ERROR_CODES, nullable: true }) error_code!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Peak memory of all processes of the last attempt in bytes, above that of an idle one. Null until it has ended.',
  })
  peak_memory_bytes!: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'CPU time of all processes of the last attempt, in ms. Null until it has ended.',
  })
  cpu_ms!: number | null;
  @ApiProperty({ type: 'integer' }) priority!: number;
  @ApiProperty({ format: 'date-time', description: 'Earliest start.' }) run_at!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'Parent task whose script created this one.',
  })
  parent_id!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'Task at the root of its tree. Null without a parent.',
  })
  root_id!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'Schedule that created it.',
  })
  schedule_id!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description:
      'Run time of the schedule for which it was created. Null if the schedule was run by hand.',
  })
  scheduled_for!: string | null;
  @ApiProperty({
    description: 'Whether the current phase takes far longer than in earlier runs.',
  })
  phase_overdue!: boolean;
  @ApiProperty({
    type: [WaitedForDto],
    description:
      'Steps that a waiting task waits for: the first 20, in lists only the first. Empty if it is not waiting.',
  })
  waiting_on!: WaitedForDto[];
  @ApiProperty({
    type: PendingDto,
    nullable: true,
    description: 'Reason why the task is not running yet. Null if it is not pending.',
  })
  pending!: PendingDto | null;
  @ApiProperty({
    type: ActorDto,
    nullable: true,
    description:
      'Actor that created it. Null for tasks of users and API keys created before this was recorded.',
  })
  created_by!: ActorDto | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'Task of which this is a rerun.',
  })
  rerun_of!: string | null;
  @ApiProperty({
    description:
      'Whether it is a run of an unsaved version, or a child of one. `task_type_version` is then negative.',
  })
  draft!: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    maxLength: MAX_SUMMARY,
    description:
      'Beginning of the result as text, with secrets redacted. Null until the task succeeds.',
  })
  result_summary!: string | null;
}

/** A task in a list: the ten fields, and with `fields=all` the others. */
export class ListedTaskDto extends IntersectionType(TaskDto, PartialType(MoreOfTaskDto)) {}

export class TaskDetailDto extends IntersectionType(TaskDto, MoreOfTaskDto) {
  @ApiProperty({ type: Object, additionalProperties: true }) params!: StoredJson;
  @ApiProperty({ description: 'Any JSON. Null until the task succeeds.', anyOf: ANY_JSON })
  result!: StoredJson | null;
  @ApiProperty({ type: String, nullable: true, description: 'Stack frames of the script.' })
  error_stack!: string | null;
  @ApiProperty({
    type: [ErrorFrameDto],
    description: 'Calls in `error_stack`, at most 100.',
  })
  frames!: ErrorFrameDto[];
  @ApiProperty({
    type: TaskUsageDto,
    nullable: true,
    description: 'Usage of models, without child tasks. Null if no model was called.',
  })
  usage!: TaskUsageDto | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Last model that was called, as `provider/name`.',
  })
  model!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Time at which the total time limit expires.',
  })
  deadline_at!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  cancel_requested_at!: string | null;
  @ApiProperty({ type: 'integer', description: 'Number of ancestors.' })
  depth!: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Estimated seconds until a running task ends, based on earlier durations of its phases.',
  })
  eta_seconds!: number | null;
  @ApiProperty({
    type: ActorDto,
    nullable: true,
    description:
      'Actor that cancelled it. Null if no client did, for example because its parent task ended.',
  })
  cancelled_by!: ActorDto | null;
  @ApiProperty({ type: ActorDto, nullable: true, description: 'Actor that last retried it.' })
  retried_by!: ActorDto | null;
  @ApiProperty() links!: TaskLinksDto;
}
