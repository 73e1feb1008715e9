import { Entity } from 'typeorm';
import { NullableBig, NullableReal, PrimaryTextKey } from '../../../platform/database/columns.js';

/** The limits to what a project uses of models in a month. */
@Entity('model_budgets')
export class ModelBudgetEntity {
  @PrimaryTextKey() project_id!: string;
  @NullableReal() usd_month!: number | null;
  @NullableBig() tokens_month!: number | null;
}
