import { Entity, Index, PrimaryColumn } from 'typeorm';
import { NullableInt, NullableText, Text, Time } from '../../../platform/database/columns.js';

/** A slot of a concurrency limit. Each running task under a limit holds one. Rows are added on demand. */
@Entity('concurrency_slots')
@Index('concurrency_slots_task', ['task_id'], { where: 'task_id IS NOT NULL' })
@Index('concurrency_slots_free', ['used_at'], { where: 'task_id IS NULL' })
export class ConcurrencySlotEntity {
  /** See engine/state/slot-key.ts. */
  @PrimaryColumn({ type: 'text' }) slot_key!: string;
  /** Number of the slot, from 1. Slots above the limit are not given to tasks. */
  @PrimaryColumn({ type: 'integer' }) n!: number;
  @Text() project_id!: string;
  /** Task that holds the slot; null if it is free. */
  @NullableText() task_id!: string | null;
  /** Fencing token of that task's run. */
  @NullableInt() fence!: number | null;
  /** Time of the last change of the holder, by the database's clock. */
  @Time() used_at!: number;
}
