import { Entity } from 'typeorm';
import {
  Big,
  NullableBig,
  PrimaryDay,
  PrimaryTextKey,
} from '../../../platform/database/columns.js';

/** Daily usage of a model by a project, which outlives the records of the requests. */
@Entity('model_usage')
export class ModelUsageEntity {
  @PrimaryTextKey() project_id!: string;
  /** Days since the epoch, UTC. */
  @PrimaryDay() day!: number;
  /** Identifier of the meta-task; empty for a test of a provider. */
  @PrimaryTextKey() task_type!: string;
  /** `provider/name`. */
  @PrimaryTextKey() model!: string;
  /** Id of the agent; empty without an agent. */
  @PrimaryTextKey() agent_id!: string;
  @Big() calls!: number;
  @Big() input_tokens!: number;
  @Big() cached_tokens!: number;
  @Big() output_tokens!: number;
  /** Null if the model had no prices. */
  @NullableBig() cost_micro_usd!: number | null;
}
