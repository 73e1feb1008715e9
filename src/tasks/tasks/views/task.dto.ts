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
import { EachOf } from '../../../platform/wire/each-of.decorator.js';
import { WholeNumberQuery } from '../../../platform/wire/whole-number.decorator.js';
import { ErrorFrameDto } from './error-frame.dto.js';
import { PENDING_REASONS, type PendingReason } from './pending.js';
import { MAX_SUMMARY } from './result-summary.js';
import { MAX_BATCH } from '../submission/submission.service.js';
import { WaitedForDto } from '../details/task-steps.dto.js';
import { MAX_WAIT_SECONDS } from '../submission/task-waits.service.js';
import { IsPlainName, PLAIN_NAME } from '../../../platform/wire/is-plain-name.decorator.js';

export const MAX_NAME = 200;

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
    description: 'What is added to the limits of a task of an agent.',
    example: { max_tokens: 100_000 },
  })
  @IsOptional()
  @IsObject()
  extend?: JsonObject | null;
}

export class CreateTaskDto {
  @ApiProperty({ description: 'The identifier of a meta-task.' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  task_type_identifier!: string;

  @ApiPropertyOptional({ type: Object, additionalProperties: true, default: {} })
  @IsOptional()
  @IsObject()
  params?: JsonObject | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_NAME,
    ...PLAIN_NAME,
    description: 'Default: the identifier, a hyphen and the local time as 14 digits.',
  })
  @IsOptional()
  @IsPlainName()
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_NAME)
  name?: string | null;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    minimum: -MAX_PRIORITY,
    maximum: MAX_PRIORITY,
    description: 'Higher runs first, within the project; without it that of the meta-task.',
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
    description: 'Not run earlier; a year ahead at most. A time that has passed is now.',
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
    description: 'Seconds to wait for the end.',
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
  @ApiProperty({ type: 'integer', description: 'Calls of tools by an agent.' }) tool_calls!: number;
  @ApiProperty({ type: 'integer' }) input_tokens!: number;
  @ApiProperty({ type: 'integer', description: 'Those of the input that the provider had kept.' })
  cached_tokens!: number;
  @ApiProperty({ type: 'integer' }) output_tokens!: number;
  @ApiProperty({ type: Number, nullable: true, description: 'Null where no model has prices.' })
  cost_usd!: number | null;
  @ApiProperty({
    type: 'integer',
    description: 'Requests that were cut off: their estimated input counts.',
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

/** The user, API key, schedule or task that has asked for something. */
export class ActorDto {
  @ApiProperty({ enum: ACTOR_KINDS }) kind!: ActorKind;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The name at that time; null of a schedule and a task.',
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
      '`not_before`: its `run_at`. `retry_delay`: the pause after an attempt that failed. `concurrency_limit`: that of its meta-task. `queue`: other tasks. `no_worker`: the installation is paused, or no worker that lives has its `tags`. `no_process`: no process could be started for it, as `message` says; that is tried again, and costs no attempt.',
  })
  reason!: PendingReason;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the reason ends; null where that is not known.',
  })
  until!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'How many tasks may run at once: of the concurrency limit, or on a server. Null in lists.',
  })
  limit!: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The value of its `concurrency_key`, as JSON text.',
  })
  key!: string | null;
  @ApiProperty({
    type: [HolderDto],
    description: 'Tasks that run instead, the first 5. Empty in lists.',
  })
  holders!: HolderDto[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'How many tasks come before it, counted up to 1000. Null in lists.',
  })
  ahead!: number | null;
  @ApiProperty({
    type: [String],
    description:
      'The tags that it asks for, where no worker that lives has all of them. Empty in lists.',
  })
  tags!: string[];
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'A sentence that explains why no process starts. Null for any reason but `no_process`.',
  })
  message!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description:
      'The time from which the task has waited for a process. Null for any reason but `no_process`.',
  })
  since!: string | null;
}

/** The part of a task that lists have with `fields=all`. */
export class MoreOfTaskDto {
  @ApiProperty({ type: 'integer' }) task_type_version!: number;
  @ApiProperty({ type: 'integer', description: '0 until the first run.' }) attempt!: number;
  @ApiProperty({ type: 'integer', description: 'Attempts that may fail before the task does.' })
  max_attempts!: number;
  @ApiProperty({ enum: RUN_ERROR_CODES, nullable: true }) error_code!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'The most memory that all processes of the last attempt had beyond that of an idle one; null until it has ended.',
  })
  peak_memory_bytes!: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'CPU time of all processes of the last attempt; null until it has ended.',
  })
  cpu_ms!: number | null;
  @ApiProperty({ type: 'integer' }) priority!: number;
  @ApiProperty({ format: 'date-time', description: 'Not run earlier.' }) run_at!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'The task whose script asked for this one.',
  })
  parent_id!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'The task at the top of its tree; null for one without a parent.',
  })
  root_id!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'The schedule that made it.',
  })
  schedule_id!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'The time of the schedule that it was made for; null where it was run by hand.',
  })
  scheduled_for!: string | null;
  @ApiProperty({
    description: 'Its present phase has taken far longer than it did in earlier runs.',
  })
  phase_overdue!: boolean;
  @ApiProperty({
    type: [WaitedForDto],
    description:
      'What a waiting task waits for: the first 20, in lists the first one; empty where it does not wait.',
  })
  waiting_on!: WaitedForDto[];
  @ApiProperty({ type: PendingDto, nullable: true, description: 'Null where it is not pending.' })
  pending!: PendingDto | null;
  @ApiProperty({
    type: ActorDto,
    nullable: true,
    description:
      'Who made it; null for one of a user or an API key that was made before this was recorded.',
  })
  created_by!: ActorDto | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'The task that it was made again of.',
  })
  rerun_of!: string | null;
  @ApiProperty({
    description:
      'A run of a version that is not saved, or a child of one. Its `task_type_version` is negative.',
  })
  draft!: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    maxLength: MAX_SUMMARY,
    description: 'The beginning of the result as text, without secrets; null until it succeeds.',
  })
  result_summary!: string | null;
}

/** A task in a list: the ten fields, and with `fields=all` the others. */
export class ListedTaskDto extends IntersectionType(TaskDto, PartialType(MoreOfTaskDto)) {}

export class TaskDetailDto extends IntersectionType(TaskDto, MoreOfTaskDto) {
  @ApiProperty({ type: Object, additionalProperties: true }) params!: StoredJson;
  @ApiProperty({ description: 'Any JSON; null until the task succeeds.', anyOf: ANY_JSON })
  result!: StoredJson | null;
  @ApiProperty({ type: String, nullable: true, description: "The script's own stack frames." })
  error_stack!: string | null;
  @ApiProperty({
    type: [ErrorFrameDto],
    description: 'The calls that `error_stack` shows, 100 at most.',
  })
  frames!: ErrorFrameDto[];
  @ApiProperty({
    type: TaskUsageDto,
    nullable: true,
    description: 'What it has used of models, without its children; null if it has asked none.',
  })
  usage!: TaskUsageDto | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The model that it has asked last, as `provider/name`.',
  })
  model!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When its total time limit passes.',
  })
  deadline_at!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  cancel_requested_at!: string | null;
  @ApiProperty({ type: 'integer', description: 'How many parents stand above it.' })
  depth!: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Of a running task: seconds until it is likely to have ended, by how long its phases took before.',
  })
  eta_seconds!: number | null;
  @ApiProperty({
    type: ActorDto,
    nullable: true,
    description:
      'Who cancelled it; null where no client has: also where the task that it was a part of ended.',
  })
  cancelled_by!: ActorDto | null;
  @ApiProperty({ type: ActorDto, nullable: true, description: 'Who last had it run once more.' })
  retried_by!: ActorDto | null;
  @ApiProperty() links!: TaskLinksDto;
}
