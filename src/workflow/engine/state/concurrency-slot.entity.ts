import { Entity, Index, PrimaryColumn } from 'typeorm';
import { NullableInt, NullableText, Text, Time } from '../../../platform/database/columns.js';

/** A slot of a concurrency limit: each running task under a limit holds one. Rows are made when they are first needed. */
@Entity('concurrency_slots')
@Index('concurrency_slots_task', ['task_id'], { where: 'task_id IS NOT NULL' })
@Index('concurrency_slots_free', ['used_at'], { where: 'task_id IS NULL' })
export class ConcurrencySlotEntity {
  /** See engine/state/slot-key.ts. */
  @PrimaryColumn({ type: 'text' }) slot_key!: string;
  /** From 1. Those above the limit are given to none. */
  @PrimaryColumn({ type: 'integer' }) n!: number;
  @Text() project_id!: string;
  /** The task that holds it; null = free. */
  @NullableText() task_id!: string | null;
  /** The fencing token of that task's run. */
  @NullableInt() fence!: number | null;
  /** Database clock: when it was last taken or freed. */
  @Time() used_at!: number;
}
