import { QueryFlag } from '../../platform/wire/query-flag.decorator.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsIn,
  IsInt,
  IsISO8601,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { MAX_PRIORITY } from '../../workflow/engine/priority.js';
import { TASK_STATUSES, type TaskStatus } from '../../workflow/engine/task-status.js';
import type { Json, JsonObject } from '../../base/kernel/json.js';
import { RUN_ERROR_CODES } from '../../sandbox/runtime/runtime.js';
import { ANY_JSON } from '../../platform/wire/any-json.js';
import { IsTime } from '../../platform/wire/is-time.decorator.js';
import { EachOf } from '../../platform/wire/each-of.decorator.js';
import { WholeNumberQuery } from '../../platform/wire/whole-number.decorator.js';
import { MAX_BATCH } from './submission.service.js';
import { WaitedForDto } from './task-steps.dto.js';
import { MAX_WAIT_SECONDS } from './task-waits.service.js';

const MAX_NAME = 200;

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
    description: 'Default: the identifier, a hyphen and the local time as 14 digits.',
  })
  @IsOptional()
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

export class WaitQuery {
  @ApiPropertyOptional({
    type: 'integer',
    default: 30,
    minimum: 0,
    maximum: MAX_WAIT_SECONDS,
    description: 'Seconds to wait for the end.',
  })
  @WholeNumberQuery(0, MAX_WAIT_SECONDS)
  timeout = 30;
}

export class ListTasksQuery {
  @ApiPropertyOptional({ enum: TASK_STATUSES })
  @IsOptional()
  @IsIn(TASK_STATUSES)
  status?: TaskStatus;

  @ApiPropertyOptional({ description: 'Identifier of a meta-task.' })
  @IsOptional()
  @IsString()
  task_type?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'The task whose script asked for them.' })
  @IsOptional()
  @IsUUID('all')
  parent_id?: string;

  @QueryFlag('Only tasks that no script has asked for.')
  roots = false;

  @ApiPropertyOptional({ format: 'uuid', description: 'Id of the schedule that made them.' })
  @IsOptional()
  @IsUUID('all')
  schedule_id?: string;

  @ApiPropertyOptional({ format: 'date-time' })
  @IsOptional()
  @IsISO8601({ strict: true })
  created_after?: string;

  @ApiPropertyOptional({ format: 'date-time' })
  @IsOptional()
  @IsISO8601({ strict: true })
  created_before?: string;

  @ApiPropertyOptional({ description: 'Part of the name.' })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_NAME)
  q?: string;

  @ApiPropertyOptional({
    description: 'From the Link header of the page before; instead of offset.',
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
  @ApiProperty() tree!: string;
}

export class TaskDetailDto extends TaskDto {
  @ApiProperty({ type: Object, additionalProperties: true }) params!: Json;
  @ApiProperty({ description: 'Any JSON; null until the task succeeds.', anyOf: ANY_JSON })
  result!: Json;
  @ApiProperty({ type: 'integer' }) task_type_version!: number;
  @ApiProperty({ type: 'integer', description: '0 until the first run.' }) attempt!: number;
  @ApiProperty({ type: 'integer', description: 'Attempts that may fail before the task does.' })
  max_attempts!: number;
  @ApiProperty({ enum: RUN_ERROR_CODES, nullable: true }) error_code!: string | null;
  @ApiProperty({ type: String, nullable: true, description: "The script's own stack frames." })
  error_stack!: string | null;
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
  @ApiProperty({ type: 'integer' }) priority!: number;
  @ApiProperty({ format: 'date-time', description: 'Not run earlier.' }) run_at!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When its total time limit passes.',
  })
  deadline_at!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  cancel_requested_at!: string | null;
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
  @ApiProperty({ type: 'integer', description: 'How many parents stand above it.' })
  depth!: number;
  @ApiProperty({
    type: [WaitedForDto],
    description: 'What a waiting task waits for, the first 20; empty where it does not wait.',
  })
  waiting_on!: WaitedForDto[];
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
    type: 'integer',
    nullable: true,
    description:
      'Of a running task: seconds until it is likely to have ended, by how long its phases took before.',
  })
  eta_seconds!: number | null;
  @ApiProperty({
    description: 'Its present phase has taken far longer than it did in earlier runs.',
  })
  phase_overdue!: boolean;
  @ApiProperty() links!: TaskLinksDto;
}
