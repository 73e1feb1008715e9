import { Entity } from 'typeorm';
import { NullableBig, NullableReal, PrimaryTextKey } from '../../../platform/database/columns.js';

/** Monthly limits on a project's model usage. */
@Entity('model_budgets')
export class ModelBudgetEntity {
  @PrimaryTextKey() project_id!: string;
  @NullableReal() usd_month!: number | null;
  @NullableBig() tokens_month!: number | null;
}
