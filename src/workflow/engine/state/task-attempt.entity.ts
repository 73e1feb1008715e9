import { Entity, PrimaryColumn } from 'typeorm';
import {
  NullableBig,
  NullableInt,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../../../platform/database/columns.js';

/** An attempt that was followed by another one, or may be. The last attempt is in the task's row. */
@Entity('task_attempts')
export class TaskAttemptEntity {
  @PrimaryColumn({ type: 'text' }) task_id!: string;
  @PrimaryColumn({ type: 'integer' }) attempt!: number;
  @Text() project_id!: string;
  /** Times by the database's clock; null if unknown. */
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
  /** Same formats as `attempt_waits` and `attempt_phases` of a task. */
  @NullableText() waits!: string | null;
  @NullableText() phases!: string | null;
  /** Actor that retried the task after this attempt; null if the engine did. */
  @NullableText() retried_by!: string | null;
  @NullableText() retried_by_name!: string | null;
}
