import { Entity } from 'typeorm';
import {
  Big,
  NullableBig,
  PrimaryDay,
  PrimaryTextKey,
} from '../../../platform/database/columns.js';

/** The usage of a model by a project in a day. It outlives the records of the requests. */
@Entity('model_usage')
export class ModelUsageEntity {
  @PrimaryTextKey() project_id!: string;
  /** Days since the epoch, UTC. */
  @PrimaryDay() day!: number;
  /** Empty for a test of a provider. */
  @PrimaryTextKey() task_type!: string;
  /** `provider/name`. */
  @PrimaryTextKey() model!: string;
  /** Empty where no agent has asked. */
  @PrimaryTextKey() agent_id!: string;
  @Big() calls!: number;
  @Big() input_tokens!: number;
  @Big() cached_tokens!: number;
  @Big() output_tokens!: number;
  /** Null where the model had no prices. */
  @NullableBig() cost_micro_usd!: number | null;
}
