import { Entity, Index, PrimaryColumn } from 'typeorm';
import { NullableText, Text } from '../../platform/database/columns.js';

/** One task of a bulk operation. */
@Entity('bulk_items')
@Index('bulk_items_open', ['bulk_id', 'number'], { where: 'outcome IS NULL' })
@Index('bulk_items_refused', ['bulk_id', 'number'], {
  where: `outcome IS NOT NULL AND outcome <> 'done'`,
})
export class BulkItemEntity {
  @PrimaryColumn({ type: 'text' }) bulk_id!: string;
  /** Position in the operation, from 1. */
  @PrimaryColumn({ type: 'integer' }) number!: number;
  @Text() project_id!: string;
  @Text() task_id!: string;
  /** `done`, or the code of the error with which the task was refused; null until the item is processed. */
  @NullableText() outcome!: string | null;
  /** Message of the error. */
  @NullableText() detail!: string | null;
}
