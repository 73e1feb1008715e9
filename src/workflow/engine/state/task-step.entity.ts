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

/** The record of one durable operation of a task, which is replayed rather than repeated when the script runs again. */
@Entity('task_steps')
@Index('task_steps_key', ['task_id', 'kind', 'name', 'occurrence'], { unique: true })
@Index('task_steps_waiting', ['task_id', 'kind'], { where: `status = 'waiting'` })
@Index('task_steps_running', ['task_id'], { where: `status = 'running'` })
@Index('task_steps_mcp', ['project_id', 'id'], { where: `kind = 'mcp'` })
export class TaskStepEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() task_id!: string;
  /** Number of the step in the order of their beginnings, from 0. */
  @Int() position!: number;
  /** step | sleep | approval | task | event | model | tool */
  @Text() kind!: string;
  @Text() name!: string;
  /** Number among the steps of its kind and name, from 0. */
  @Int() occurrence!: number;
  /** True if this step and all before it began one after the other, so that a replay must meet it at its position. */
  @Flag() ordered!: boolean;
  /** running | waiting | success | failed | cancelled */
  @Text() status!: string;
  @Int() attempts!: number;
  /** JSON text. */
  @NullableText() result!: string | null;
  @NullableText() error_type!: string | null;
  @NullableText() error_message!: string | null;
  /** JSON text: what the step waits for, such as the id of another task. */
  @NullableText() detail!: string | null;
  /** Location of the call in the code that runs: `file:line` or `file:line:column`. */
  @NullableText() code_at!: string | null;
  /** JSON text: the attempts of the step if there was more than one. See steps/tries.ts. */
  @NullableText() tries!: string | null;
  /** End of the wait, by the database's clock; null = until it is completed. */
  @NullableTime() wake_at!: number | null;
  @Time() started_at!: number;
  @NullableTime() finished_at!: number | null;
}
