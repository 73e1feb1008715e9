import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Text, Time } from '../../../platform/database/columns.js';

/** That a request with an Idempotency-Key has created tasks, and what it was answered. */
@Entity('idempotency_keys')
@Index('idempotency_keys_created', ['created_at'])
export class IdempotencyKeyEntity {
  @PrimaryColumn({ type: 'text' }) project_id!: string;
  @PrimaryColumn({ type: 'text' }) key!: string;
  /** SHA-256 of what was asked for. */
  @Text() fingerprint!: string;
  /** JSON text. */
  @Text() answer!: string;
  /** Database clock. */
  @Time() created_at!: number;
}
