import { Entity, Index } from 'typeorm';
import {
  Flag,
  Id,
  Int,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../../../platform/database/columns.js';

/** The record of one durable operation of a task: replayed, not repeated, when its script is run again. */
@Entity('task_steps')
@Index('task_steps_key', ['task_id', 'kind', 'name', 'occurrence'], { unique: true })
@Index('task_steps_waiting', ['task_id', 'kind'], { where: `status = 'waiting'` })
@Index('task_steps_running', ['task_id'], { where: `status = 'running'` })
@Index('task_steps_mcp', ['project_id', 'id'], { where: `kind = 'mcp'` })
export class TaskStepEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() task_id!: string;
  /** Counts up from 0 in the order in which the script began them. */
  @Int() position!: number;
  /** step | sleep | approval | task | event | model | tool */
  @Text() kind!: string;
  @Text() name!: string;
  /** 0 for the first of its kind and name, 1 for the second, and so on. */
  @Int() occurrence!: number;
  /** True if it and all before it began one after the other, so that a replay must meet it in its place. */
  @Flag() ordered!: boolean;
  /** running | waiting | success | failed | cancelled */
  @Text() status!: string;
  @Int() attempts!: number;
  /** JSON text. */
  @NullableText() result!: string | null;
  @NullableText() error_type!: string | null;
  @NullableText() error_message!: string | null;
  /** JSON text: what it waits for, such as the id of another task. */
  @NullableText() detail!: string | null;
  /** Where the script asks for it, in the code that is run: `file:line`, maybe with a column. */
  @NullableText() code_at!: string | null;
  /** JSON text: its attempts, where there was more than one. See steps/tries.ts. */
  @NullableText() tries!: string | null;
  /** Database clock: until when it waits; null = until it is completed. */
  @NullableTime() wake_at!: number | null;
  @Time() started_at!: number;
  @NullableTime() finished_at!: number | null;
}
