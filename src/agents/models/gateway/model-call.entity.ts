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

/** One request to a model. It is written before the request is made, so that none can be lost without a trace. */
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
  /** Those of its task. */
  @NullableText() task_type!: string | null;
  @NullableText() agent_id!: string | null;
  @NullableText() step_id!: string | null;
  /** The attempt of the step. */
  @Int() attempt!: number;
  @Text() provider!: string;
  @Text() model!: string;
  @Text() state!: CallState;
  /** The tokens that count. Estimated until the provider has said, and where it has said what cannot be. */
  @Big() input_tokens!: number;
  @Big() cached_tokens!: number;
  @Big() output_tokens!: number;
  @Big() reasoning_tokens!: number;
  /** Null where the model has no prices. */
  @NullableBig() cost_micro_usd!: number | null;
  /** The estimate by its text, and the report of its provider, whichever of them counts. */
  @NullableBig() estimated_input_tokens!: number | null;
  @NullableBig() estimated_output_tokens!: number | null;
  @NullableBig() reported_input_tokens!: number | null;
  @NullableBig() reported_output_tokens!: number | null;
  @NullableInt() first_token_ms!: number | null;
  @NullableInt() duration_ms!: number | null;
  /** Redacted. */
  @NullableText() error!: string | null;
  /** SHA-256 of the request, by which equal ones are known. */
  @Text() request_hash!: string;
  @Time() created_at!: number;
  @NullableTime() finished_at!: number | null;
}
