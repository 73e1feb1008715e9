import { Entity } from 'typeorm';
import { Big, PrimaryTextKey } from '../../../platform/database/columns.js';

/** The usage of models by a project in a month: the counter that its budget is compared with. */
@Entity('model_months')
export class ModelMonthEntity {
  @PrimaryTextKey() project_id!: string;
  /** Such as `2026-11`, UTC. */
  @PrimaryTextKey() month!: string;
  @Big() tokens!: number;
  @Big() cost_micro_usd!: number;
}
