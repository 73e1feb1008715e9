import { Entity, Index } from 'typeorm';
import {
  Big,
  Id,
  Int,
  NullableInt,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../../platform/database/columns.js';

/** One event for one webhook. Its id is the `webhook-id` of every attempt. */
@Entity('webhook_deliveries')
@Index('webhook_deliveries_event', ['webhook_id', 'event_seq'])
@Index('webhook_deliveries_status', ['webhook_id', 'status', 'id'])
@Index('webhook_deliveries_log', ['webhook_id', 'id'])
@Index('webhook_deliveries_due', ['webhook_id', 'next_attempt_at'], { where: `status = 'pending'` })
export class WebhookDeliveryEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() webhook_id!: string;
  /** Number of the event in the project's log; 0 for a test. */
  @Big() event_seq!: number;
  /** For example task.success. */
  @Text() type!: string;
  @NullableText() task_id!: string | null;
  /** The body as it is signed and sent. */
  @Text() payload!: string;
  /** pending | success | failed */
  @Text() status!: string;
  /** Number of attempts ever begun; the write of an outcome names it, so that a stale one changes nothing. */
  @Int() attempts!: number;
  /** Number of attempts since it was last queued, which determines the next pause. */
  @Int() round!: number;
  /**
   * Time of the next attempt, by the database's clock; during an attempt, the time at which another server takes over.
   */
  @NullableTime() next_attempt_at!: number | null;
  /** Time of the last attempt. */
  @NullableTime() attempted_at!: number | null;
  @NullableInt() response_status!: number | null;
  @NullableText() response_body!: string | null;
  @NullableInt() duration_ms!: number | null;
  @NullableText() error!: string | null;
  @Time() created_at!: number;
  @NullableTime() finished_at!: number | null;
}
