import { Entity } from 'typeorm';
import { Big, PrimaryTextKey } from '../../../platform/database/columns.js';

/** Monthly model usage of a project, the counter for its budget. */
@Entity('model_months')
export class ModelMonthEntity {
  @PrimaryTextKey() project_id!: string;
  /** UTC month, such as `2026-11`. */
  @PrimaryTextKey() month!: string;
  @Big() tokens!: number;
  @Big() cost_micro_usd!: number;
}
