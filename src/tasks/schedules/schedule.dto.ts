import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { IsName } from '../../access/auth/name.validator.js';
import type { JsonObject } from '../../base/kernel/json.js';
import type { StoredJson } from '../../base/kernel/stored-json.js';
import { TaskDto } from '../tasks/views/task.dto.js';
import { IsTime } from '../../platform/wire/is-time.decorator.js';
import { WholeNumberQuery } from '../../platform/wire/whole-number.decorator.js';
import { SCHEDULE_STATES, type ScheduleState, TIMES_SHOWN } from './schedule.js';
import { MAX_UPCOMING } from './upcoming.js';
import { DEFAULT_TASK_NAME } from './task-name.js';
import {
  MISSED_POLICIES,
  type MissedPolicy,
  OVERLAP_POLICIES,
  type OverlapPolicy,
} from './timing.js';
import { IsPlainName, PLAIN_NAME } from '../../platform/wire/is-plain-name.decorator.js';
import { MAX_NAME_LENGTH } from '../../base/kernel/max-lengths.js';
import { MAX_IDENTIFIER_LENGTH } from '../catalogue/identifier.js';

const MAX_PREVIEWED = 50;
const TEN_YEARS_IN_SECONDS = 315_360_000;

const nullable = <const T>(type: T): { type: T; nullable: true } => ({ type, nullable: true });

/** The times of a schedule: one of `cron`, `every_seconds` and `at`. */
export class ScheduleTimesDto {
  @ApiPropertyOptional({
    ...nullable(String),
    maxLength: 200,
    example: '30 2 * * MON-FRI',
    description:
      'Cron expression of five fields, or @hourly, @daily, @weekly, @monthly, @yearly, evaluated in the `time_zone`.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  cron?: string | null;

  @ApiPropertyOptional({
    ...nullable('integer'),
    minimum: 1,
    maximum: TEN_YEARS_IN_SECONDS,
    description: 'Interval between run times in seconds. The first run is one interval from now.',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(TEN_YEARS_IN_SECONDS)
  every_seconds?: number | null;

  @ApiPropertyOptional({
    ...nullable(String),
    format: 'date-time',
    description: 'Single run time in the future.',
  })
  @IsOptional()
  @IsTime()
  at?: string | null;

  @ApiPropertyOptional({
    ...nullable(String),
    maxLength: 100,
    default: 'UTC',
    example: 'Europe/Berlin',
    description: 'Time zone name in the IANA database.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  time_zone?: string | null;
}

export class PreviewScheduleDto extends ScheduleTimesDto {
  @ApiPropertyOptional({
    ...nullable('integer'),
    minimum: 1,
    maximum: MAX_PREVIEWED,
    default: TIMES_SHOWN,
    description: 'Number of run times to return.',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_PREVIEWED)
  count?: number | null;
}

class ScheduleBody extends ScheduleTimesDto {
  @IsName({ description: 'Display name, unique in the project.', example: 'Nightly report' })
  name!: string;

  @ApiProperty({ description: 'Identifier of the meta-task.' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_IDENTIFIER_LENGTH)
  task_type_identifier!: string;

  @ApiPropertyOptional({ ...nullable(Object), additionalProperties: true, default: {} })
  @IsOptional()
  @IsObject()
  params?: JsonObject | null;

  @ApiPropertyOptional({
    ...nullable(String),
    maxLength: MAX_NAME_LENGTH,
    ...PLAIN_NAME,
    default: DEFAULT_TASK_NAME,
    description:
      'Name of the tasks. {schedule}, {date}, {time} and {offset} are filled in for each run time in the `time_zone`.',
  })
  @IsOptional()
  @IsPlainName()
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_NAME_LENGTH)
  task_name?: string | null;

  @ApiPropertyOptional({
    enum: MISSED_POLICIES,
    nullable: true,
    default: 'one',
    description:
      'Policy for run times missed because no server was running. `skip`: no task. `one`: one task for all of them. `all`: a task for each of the newest 100.',
  })
  @IsOptional()
  @IsIn(MISSED_POLICIES)
  missed?: MissedPolicy | null;

  @ApiPropertyOptional({
    enum: OVERLAP_POLICIES,
    nullable: true,
    default: 'skip',
    description:
      'Policy for a run time while a task of the schedule is unfinished. `allow`: create another task. `skip`: create none. `cancel_running`: create one and cancel the others.',
  })
  @IsOptional()
  @IsIn(OVERLAP_POLICIES)
  overlap?: OverlapPolicy | null;
}

export class CreateScheduleDto extends ScheduleBody {
  @ApiPropertyOptional({
    ...nullable(Boolean),
    default: false,
    description: 'Whether the schedule starts paused.',
  })
  @IsOptional()
  @IsBoolean()
  paused?: boolean | null;
}

/** Every member is optional; null requests the default. */
export class ChangeScheduleDto extends PartialType(ScheduleBody, { skipNullProperties: false }) {}

export class UpcomingQuery {
  @ApiPropertyOptional({
    format: 'date-time',
    description: 'End of the range. Default: 24 hours from now; maximum: 31 days.',
  })
  @IsOptional()
  @IsTime()
  until?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_UPCOMING,
    description: 'Maximum number of run times per schedule.',
  })
  @IsOptional()
  @WholeNumberQuery(1, MAX_UPCOMING)
  each?: number;
}

class UpcomingTickDto {
  @ApiProperty({ format: 'uuid' }) schedule_id!: string;
  @ApiProperty() name!: string;
  @ApiProperty() task_type_identifier!: string;
  @ApiProperty({ format: 'date-time' }) at!: string;
}

export class UpcomingDto {
  @ApiProperty({
    format: 'date-time',
    description:
      'Time up to which the list is complete. Earlier than requested if there are too many run times.',
  })
  until!: string;
  @ApiProperty({
    type: [UpcomingTickDto],
    description: `Run times in chronological order, up to ${MAX_UPCOMING}.`,
  })
  ticks!: UpcomingTickDto[];
  @ApiProperty({
    type: [String],
    description: 'Schedules whose run times were truncated to `each`.',
  })
  goes_on!: string[];
}

class NextTimeDto {
  @ApiProperty({ format: 'date-time', example: '2026-03-29T01:00:00.000Z' }) utc!: string;
  @ApiProperty({
    example: '2026-03-29T03:00:00+02:00',
    description: 'Local time in the `time_zone`.',
  })
  local!: string;
}

export class SchedulePreviewDto {
  @ApiProperty() time_zone!: string;
  @ApiProperty({ type: [NextTimeDto], description: 'Next run times, up to `count`.' })
  next_times!: NextTimeDto[];
}

export class ScheduleDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({
    enum: SCHEDULE_STATES,
    description: 'State. `ended`: there are no further run times.',
  })
  state!: ScheduleState;
  @ApiProperty() task_type_identifier!: string;
  @ApiProperty({ type: Object, additionalProperties: true }) params!: StoredJson;
  @ApiProperty() task_name!: string;
  @ApiProperty(nullable(String)) cron!: string | null;
  @ApiProperty(nullable('integer')) every_seconds!: number | null;
  @ApiProperty({ ...nullable(String), format: 'date-time' }) at!: string | null;
  @ApiProperty() time_zone!: string;
  @ApiProperty({ enum: MISSED_POLICIES }) missed!: MissedPolicy;
  @ApiProperty({ enum: OVERLAP_POLICIES }) overlap!: OverlapPolicy;
  @ApiProperty({ ...nullable(String), format: 'date-time' }) next_at!: string | null;
  @ApiProperty({
    ...nullable(String),
    format: 'date-time',
    description: 'Last run time that was processed.',
  })
  last_tick_at!: string | null;
  @ApiProperty({ ...nullable(String), format: 'date-time' }) paused_at!: string | null;
  @ApiProperty({
    ...nullable(String),
    description: 'Reason why the schedule paused itself. Null if a user paused it.',
  })
  pause_reason!: string | null;
  @ApiProperty({
    type: 'integer',
    description:
      'Number of consecutive run times for which no task could be created. The tenth pauses the schedule.',
  })
  consecutive_failures!: number;
  @ApiProperty({
    ...nullable(String),
    description: 'Reason of the last failure. Null once a task has been created again.',
  })
  last_error!: string | null;
  @ApiProperty({ ...nullable(String), format: 'date-time' }) last_error_at!: string | null;
  @ApiProperty({
    type: 'integer',
    description: 'Number of run times without a task because of `missed` or `overlap`.',
  })
  skipped_ticks!: number;
  @ApiProperty({ ...nullable(String), format: 'date-time' }) last_skipped_at!: string | null;
  @ApiProperty({ enum: ['missed', 'overlap'], nullable: true }) last_skip_reason!: string | null;
  @ApiProperty() created_by!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}

class ScheduleLinksDto {
  @ApiProperty() self!: string;
  @ApiProperty() tasks!: string;
}

export class ScheduleDetailDto extends ScheduleDto {
  @ApiProperty({
    type: [NextTimeDto],
    description: 'The next five run times. Empty while the schedule is paused.',
  })
  next_times!: NextTimeDto[];
  @ApiProperty({ type: [TaskDto], description: 'The five newest tasks.' }) last_tasks!: TaskDto[];
  @ApiProperty() links!: ScheduleLinksDto;
}
