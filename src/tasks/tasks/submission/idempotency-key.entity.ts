import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Text, Time } from '../../../platform/database/columns.js';

/** A request with an Idempotency-Key that has created tasks, and its answer. */
@Entity('idempotency_keys')
@Index('idempotency_keys_created', ['created_at'])
export class IdempotencyKeyEntity {
  @PrimaryColumn({ type: 'text' }) project_id!: string;
  @PrimaryColumn({ type: 'text' }) key!: string;
  /** SHA-256 of the request. */
  @Text() fingerprint!: string;
  /** JSON text. */
  @Text() answer!: string;
  /** Time by the database's clock. */
  @Time() created_at!: number;
}
