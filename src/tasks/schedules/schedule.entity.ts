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

/** The times at which tasks of a meta-task are created, by the database's clock. */
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
  /** Ticks of an interval are at whole multiples of it after this time. */
  @NullableTime() anchor_at!: number | null;
  /** skip | one | all */
  @Text() missed!: string;
  /** allow | skip | cancel_running */
  @Text() overlap!: string;
  /** First tick without a task. It only advances together with the creation of the task; null: paused or ended. */
  @NullableTime() next_at!: number | null;
  /** The last processed tick. */
  @NullableTime() last_tick_at!: number | null;
  @NullableTime() paused_at!: number | null;
  @NullableText() pause_reason!: string | null;
  /** Number of consecutive ticks without a task. */
  @Int() failures!: number;
  @NullableText() last_error!: string | null;
  @NullableTime() last_error_at!: number | null;
  @Int() skipped_ticks!: number;
  @NullableTime() last_skipped_at!: number | null;
  /** missed | overlap */
  @NullableText() last_skip_reason!: string | null;
  /** Incremented by each change of a user, so that a tick never creates a task of an earlier state. */
  @Int() revision!: number;
  /** Name of the user who created it. */
  @Text() created_by!: string;
  @Time() created_at!: number;
  @Time() updated_at!: number;
}
