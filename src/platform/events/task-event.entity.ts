import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Int, NullableText, Text, Time } from '../database/columns.js';

/** The events of tasks, in order. Rows are only ever appended. */
@Entity('task_events')
@Index('task_events_task', ['task_id', 'seq'])
@Index('task_events_text', ['task_id', 'seq'], { where: `type = 'text'` })
export class TaskEventEntity {
  @PrimaryColumn({ type: 'text' }) project_id!: string;
  /**
   * Sequence number within the project, without gaps and in the order of commits: a reader resumes after the last one
   * it saw.
   */
  @PrimaryColumn({ type: 'bigint' }) seq!: number;
  /** Empty for events without a task. */
  @Text() task_id!: string;
  @Int() attempt!: number;
  /** One of `TASK_EVENT_TYPES`. */
  @Text() type!: string;
  /** Level of a log line. */
  @NullableText() level!: string | null;
  /** JSON object as text. */
  @Text() data!: string;
  @Time() created_at!: number;
}
