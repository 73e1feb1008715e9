import { Entity, PrimaryColumn } from 'typeorm';
import {
  NullableBig,
  NullableInt,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../../../platform/database/columns.js';

/** An attempt of a task that another one has followed, or may follow. The last one stands in the task's own row. */
@Entity('task_attempts')
export class TaskAttemptEntity {
  @PrimaryColumn({ type: 'text' }) task_id!: string;
  @PrimaryColumn({ type: 'integer' }) attempt!: number;
  @Text() project_id!: string;
  /** Times by the database's clock; null where they were not recorded. */
  @NullableTime() queued_at!: number | null;
  @NullableTime() started_at!: number | null;
  @Time() finished_at!: number;
  /** failed | cancelled */
  @Text() outcome!: string;
  @NullableText() error_code!: string | null;
  @NullableText() error_message!: string | null;
  @NullableText() error_stack!: string | null;
  @NullableBig() cpu_ms!: number | null;
  @NullableBig() peak_memory_bytes!: number | null;
  @NullableText() worker_id!: string | null;
  @NullableInt() sandbox_level!: number | null;
  /** As `attempt_waits` and `attempt_phases` of a task. */
  @NullableText() waits!: string | null;
  @NullableText() phases!: string | null;
  /** The actor that had the task run once more after it; null where the task did so by itself. */
  @NullableText() retried_by!: string | null;
  @NullableText() retried_by_name!: string | null;
}
