import { Entity, Index } from 'typeorm';
import { Id, Int, Text, Time } from '../../platform/database/columns.js';

/** An event that was sent to a task and that it has not waited for yet. */
@Entity('task_inbox')
@Index('task_inbox_task', ['task_id', 'name', 'position'])
export class TaskInboxEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() task_id!: string;
  @Text() name!: string;
  /** Grows with each event of a task. */
  @Int() position!: number;
  /** JSON text. */
  @Text() payload!: string;
  /** Bytes of the payload. */
  @Int() size!: number;
  @Time() created_at!: number;
}
