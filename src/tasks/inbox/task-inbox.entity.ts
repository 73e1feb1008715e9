import { Entity, Index } from 'typeorm';
import { Id, Int, Text, Time } from '../../platform/database/columns.js';

/** An event that is kept until the task waits for it. */
@Entity('task_inbox')
@Index('task_inbox_task', ['task_id', 'name', 'position'])
export class TaskInboxEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() task_id!: string;
  @Text() name!: string;
  /** Order of the events of a task: increases with each event. */
  @Int() position!: number;
  /** JSON text. */
  @Text() payload!: string;
  /** Size of the payload, in bytes. */
  @Int() size!: number;
  @Time() created_at!: number;
}
