import { Entity, Index } from 'typeorm';
import {
  Id,
  Int,
  NullableInt,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../../platform/database/columns.js';

/** When tasks of a meta-task are to be made. Its times are by the database's clock. */
@Entity('schedules')
@Index('schedules_project_name', ['project_id', 'name'], { unique: true })
@Index('schedules_project_created', ['project_id', 'created_at', 'id'])
@Index('schedules_next', ['next_at', 'id'], { where: 'next_at IS NOT NULL' })
export class ScheduleEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() name!: string;
  /** Identifier of a meta-task. */
  @Text() task_type!: string;
  /** JSON text. */
  @Text() params!: string;
  /** Pattern of the tasks' names. */
  @NullableText() task_name!: string | null;
  /** One of these three is set. */
  @NullableText() cron!: string | null;
  @NullableInt() every_seconds!: number | null;
  @NullableTime() once_at!: number | null;
  /** IANA name. */
  @Text() time_zone!: string;
  /** The ticks of an interval are a whole number of it after this. */
  @NullableTime() anchor_at!: number | null;
  /** skip | one | all */
  @Text() missed!: string;
  /** allow | skip | cancel_running */
  @Text() overlap!: string;
  /** The tick that has no task yet. Only ever moved on together with making its task; null: paused or ended. */
  @NullableTime() next_at!: number | null;
  /** The last tick that was dealt with. */
  @NullableTime() last_tick_at!: number | null;
  @NullableTime() paused_at!: number | null;
  @NullableText() pause_reason!: string | null;
  /** Ticks in a row that could make no task. */
  @Int() failures!: number;
  @NullableText() last_error!: string | null;
  @NullableTime() last_error_at!: number | null;
  @Int() skipped_ticks!: number;
  @NullableTime() last_skipped_at!: number | null;
  /** missed | overlap */
  @NullableText() last_skip_reason!: string | null;
  /** One more at each change by a user, so that a tick never makes a task of what it was before. */
  @Int() revision!: number;
  /** Name of the user who made it. */
  @Text() created_by!: string;
  @Time() created_at!: number;
  @Time() updated_at!: number;
}
