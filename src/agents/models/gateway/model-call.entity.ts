import { Entity, Index } from 'typeorm';
import {
  Big,
  Id,
  Int,
  NullableBig,
  NullableInt,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../../../platform/database/columns.js';
import type { CallState } from './call-state.js';

/** A request to a model. The row is written before the request is made, so that every request leaves a record. */
@Entity('model_calls')
@Index('model_calls_task', ['task_id', 'id'])
@Index('model_calls_tests', ['project_id', 'created_at'], { where: 'task_id IS NULL' })
@Index('model_calls_open_tests', ['project_id', 'created_at'], {
  where: `task_id IS NULL AND state = 'sent'`,
})
export class ModelCallEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  /** Null for a test of a provider. */
  @NullableText() task_id!: string | null;
  /** Meta-task of the task. */
  @NullableText() task_type!: string | null;
  @NullableText() agent_id!: string | null;
  @NullableText() step_id!: string | null;
  /** Attempt of the step. */
  @Int() attempt!: number;
  @Text() provider!: string;
  @Text() model!: string;
  @Text() state!: CallState;
  /** Counted tokens: estimated until the provider reports them, or if its report is impossible. */
  @Big() input_tokens!: number;
  @Big() cached_tokens!: number;
  @Big() output_tokens!: number;
  @Big() reasoning_tokens!: number;
  /** Null if the model has no prices. */
  @NullableBig() cost_micro_usd!: number | null;
  /** The estimate from the text and the provider's report, regardless of which is counted. */
  @NullableBig() estimated_input_tokens!: number | null;
  @NullableBig() estimated_output_tokens!: number | null;
  @NullableBig() reported_input_tokens!: number | null;
  @NullableBig() reported_output_tokens!: number | null;
  @NullableInt() first_token_ms!: number | null;
  @NullableInt() duration_ms!: number | null;
  /** Error message, redacted. */
  @NullableText() error!: string | null;
  /** SHA-256 of the request, by which equal requests are recognised. */
  @Text() request_hash!: string;
  @Time() created_at!: number;
  @NullableTime() finished_at!: number | null;
}
