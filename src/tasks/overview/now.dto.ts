import { ApiProperty } from '@nestjs/swagger';
import { MAX_PENDING_COUNTED } from '../approvals/approvals.service.js';
import { RecentRunDto } from '../tasks/views/recent-run.dto.js';
import { ListedTaskDto, PendingDto } from '../tasks/views/task.dto.js';
import { FAILING_MS, MAX_COUNTED, MAX_LOOKED } from './failing.js';
import {
  MAX_FAILING,
  MAX_SCHEDULES,
  MAX_SLOW,
  MAX_UNFINISHED,
  RUNS_SHOWN,
  SCHEDULES_MS,
} from './now.js';

const HOUR_MS = 3_600_000;
const time = { type: String, nullable: true, format: 'date-time' } as const;
const text = { type: String, nullable: true } as const;

class UnfinishedDto {
  @ApiProperty({ type: 'integer' }) pending!: number;
  @ApiProperty({ type: 'integer' }) running!: number;
  @ApiProperty({ type: 'integer' }) waiting!: number;
}

class OldestPendingDto {
  @ApiProperty({ format: 'uuid' }) task_id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ description: 'Identifier of the meta-task.' }) task_type!: string;
  @ApiProperty({ type: 'integer', description: 'Time since it became due, in ms.' })
  age_ms!: number;
  @ApiProperty({
    type: PendingDto,
    nullable: true,
    description: 'Reason why it is not running yet.',
  })
  pending!: PendingDto | null;
}

class FailingDto {
  @ApiProperty({ description: 'Identifier of the meta-task.' }) task_type!: string;
  @ApiProperty({ ...text, description: 'Error code of the last failure.' }) error_code!:
    string | null;
  @ApiProperty({ ...text, description: 'Error message of the last failure.' }) error_message!:
    string | null;
  @ApiProperty({
    type: 'integer',
    description: `Number of failures since then, counted up to ${MAX_COUNTED}.`,
  })
  count!: number;
  @ApiProperty({
    format: 'date-time',
    description: `Creation time of the first failure after the last success, or of the first failure among the previous ${MAX_LOOKED} runs if none of them succeeded.`,
  })
  since!: string;
  @ApiProperty({ type: 'integer', description: 'Version of the meta-task in that first failure.' })
  first_version!: number;
  @ApiProperty({ format: 'uuid' }) last_task_id!: string;
  @ApiProperty({ type: 'integer' }) last_version!: number;
  @ApiProperty({ format: 'date-time', description: 'Creation time of the last failure.' })
  last_at!: string;
  @ApiProperty({
    ...text,
    format: 'uuid',
    description: `Task of the last success among the previous ${MAX_LOOKED} runs.`,
  })
  last_success_id!: string | null;
  @ApiProperty(time) last_success_at!: string | null;
  @ApiProperty({ type: 'integer', nullable: true }) last_success_version!: number | null;
  @ApiProperty({ type: [RecentRunDto], description: `The last ${RUNS_SHOWN} runs, latest first.` })
  runs!: RecentRunDto[];
}

class ApprovalsNowDto {
  @ApiProperty({
    type: 'integer',
    description: `Number of pending approvals, counted up to ${MAX_PENDING_COUNTED}.`,
  })
  pending!: number;
  @ApiProperty({ ...time, description: 'Earliest expiry among them.' })
  next_expiry!: string | null;
}

class ScheduleNowDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty() task_type_identifier!: string;
  @ApiProperty() paused!: boolean;
  @ApiProperty(time) next_at!: string | null;
  @ApiProperty({
    type: 'integer',
    description: 'Number of consecutive run times for which no task could be created.',
  })
  consecutive_failures!: number;
  @ApiProperty(text) last_error!: string | null;
  @ApiProperty({ ...text, description: 'Reason why the server paused it.' })
  pause_reason!: string | null;
  @ApiProperty({ type: [RecentRunDto], description: `The last ${RUNS_SHOWN} runs, latest first.` })
  runs!: RecentRunDto[];
}

class WebhooksNowDto {
  @ApiProperty({
    type: 'integer',
    description: 'Number of enabled webhooks whose last delivery failed.',
  })
  failing!: number;
  @ApiProperty({ type: 'integer', description: 'Number of webhooks that the server disabled.' })
  disabled!: number;
}

class SlotsDto {
  @ApiProperty({ type: 'integer' }) used!: number;
  @ApiProperty({ type: 'integer' }) of!: number;
}

export class NowDto {
  @ApiProperty({ format: 'date-time' }) at!: string;
  @ApiProperty({
    description: `Number of unfinished tasks by status, each counted up to ${MAX_UNFINISHED}.`,
  })
  counts!: UnfinishedDto;
  @ApiProperty({ type: OldestPendingDto, nullable: true })
  oldest_pending!: OldestPendingDto | null;
  @ApiProperty({
    type: [FailingDto],
    description: `Meta-tasks whose last run failed within the last ${FAILING_MS / HOUR_MS / 24} days: up to ${MAX_FAILING}, latest failure first.`,
  })
  failing!: FailingDto[];
  @ApiProperty({
    type: [ListedTaskDto],
    description: `Running tasks whose phase takes far longer than in earlier runs, up to ${MAX_SLOW}.`,
  })
  slow!: ListedTaskDto[];
  @ApiProperty() approvals!: ApprovalsNowDto;
  @ApiProperty({
    type: [ScheduleNowDto],
    description: `Up to ${MAX_SCHEDULES} schedules: first those that could not create a task or were paused by the server, then those due within ${SCHEDULES_MS / HOUR_MS} hours.`,
  })
  schedules!: ScheduleNowDto[];
  @ApiProperty() webhooks!: WebhooksNowDto;
  @ApiProperty({ description: 'Slots of this server for tasks of all projects.' }) slots!: SlotsDto;
  @ApiProperty({ description: 'Slots of this server for tasks of agents.' }) agent_slots!: SlotsDto;
}
