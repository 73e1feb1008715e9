import { Entity, Index } from 'typeorm';
import { Id, Int, NullableBig, NullableText, NullableTime, Text, Time } from './columns.js';

/** One run of a meta-task. This row is the truth about it; queues and buses only hint at it. */
@Entity('tasks')
@Index('tasks_project_created', ['project_id', 'created_at', 'id'])
@Index('tasks_project_status', ['project_id', 'status', 'created_at', 'id'])
@Index('tasks_pending', ['run_at', 'priority'], { where: `status = 'pending'` })
@Index('tasks_running', ['lease_until'], { where: `status = 'running'` })
export class TaskEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  /** The version it was created with, for good. */
  @Text() version_id!: string;
  /** Identifier and version number of the meta-task, as they were at creation. */
  @Text() task_type!: string;
  @Int() task_type_version!: number;
  @Text() name!: string;
  /** pending | running | waiting | success | failed | cancelled */
  @Text() status!: string;
  /** 0..100 */
  @Int() progress!: number;
  @NullableText() current_phase!: string | null;
  /** When that phase began, or the attempt where it has none yet. */
  @NullableTime() phase_since!: number | null;
  /** JSON text. */
  @Text() params!: string;
  /** JSON text; null until the task succeeds. */
  @NullableText() result!: string | null;
  @NullableText() error_code!: string | null;
  @NullableText() error_message!: string | null;
  /** The author's own stack frames. */
  @NullableText() error_stack!: string | null;
  /** What the last attempt has used; null until it has ended, and where it could not be told. */
  @NullableBig() peak_memory_bytes!: number | null;
  @NullableBig() cpu_ms!: number | null;
  /** Runs so far that count; a hand-back by a stopping server does not. */
  @Int() attempt!: number;
  /** How often the task lost its worker in a row. */
  @Int() crashes!: number;
  /** Fencing token: one more at each claim. Every write of a run names it, so that a stale run changes nothing. */
  @Int() fence!: number;
  @NullableText() worker_id!: string | null;
  /** Database clock. */
  @NullableTime() lease_until!: number | null;
  /** Higher runs first. */
  @Int() priority!: number;
  /** Database clock: not claimed earlier. */
  @Time() run_at!: number;
  @NullableTime() cancel_requested_at!: number | null;
  @Time() created_at!: number;
  @NullableTime() started_at!: number | null;
  @NullableTime() finished_at!: number | null;
}
