import { Entity, Index } from 'typeorm';
import {
  Big,
  Flag,
  Id,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../../platform/database/columns.js';

/** An address that a project wants to be notified about its tasks. */
@Entity('webhooks')
@Index('webhooks_project', ['project_id', 'created_at'])
export class WebhookEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() url!: string;
  @NullableText() description!: string | null;
  /** JSON array of event types. */
  @Text() events!: string;
  /** JSON array of identifiers of meta-tasks; null for all. */
  @NullableText() task_types!: string | null;
  /** The secret as encrypted by src/access/secrets/cipher.ts, with its key. */
  @Text() sealed!: string;
  @Text() key_id!: string;
  /** The previous secret, valid until `previous_until`. */
  @NullableText() previous_sealed!: string | null;
  @NullableTime() previous_until!: number | null;
  @Flag() enabled!: boolean;
  /** Reason for which the server disabled it. */
  @NullableText() disabled_reason!: string | null;
  /** First failure since the last success, by the database's clock. */
  @NullableTime() failing_since!: number | null;
  /** Number of the last event of the project that was turned into deliveries. */
  @Big() cursor!: number;
  /** Name of the user who created it. */
  @Text() created_by!: string;
  @Time() created_at!: number;
  @Time() updated_at!: number;
}
