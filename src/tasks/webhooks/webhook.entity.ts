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

/** The address that a project wants to be notified at of what happens to its tasks. */
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
  /** The secret as src/access/secrets/cipher.ts encrypted it, and the key for that. */
  @Text() sealed!: string;
  @Text() key_id!: string;
  /** The secret before, valid until `previous_until`. */
  @NullableText() previous_sealed!: string | null;
  @NullableTime() previous_until!: number | null;
  @Flag() enabled!: boolean;
  /** Why it was disabled by the server. */
  @NullableText() disabled_reason!: string | null;
  /** The first failure since the last success; database clock. */
  @NullableTime() failing_since!: number | null;
  /** The project's events up to this one have been turned into deliveries. */
  @Big() cursor!: number;
  /** Name of the user who made it. */
  @Text() created_by!: string;
  @Time() created_at!: number;
  @Time() updated_at!: number;
}
