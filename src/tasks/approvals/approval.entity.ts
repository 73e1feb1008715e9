import { Entity, Index } from 'typeorm';
import {
  Flag,
  Id,
  Int,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../../platform/database/columns.js';

/** A question of a task to a person. Its id is the id of the step that waits for the answer. */
@Entity('approvals')
@Index('approvals_project', ['project_id', 'id'])
@Index('approvals_status', ['project_id', 'status', 'id'])
@Index('approvals_task', ['task_id'])
export class ApprovalEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() task_id!: string;
  @Int() attempt!: number;
  @Text() prompt!: string;
  /** JSON text. */
  @NullableText() proposal!: string | null;
  /** JSON text of the JSON Schema that the payload must match. */
  @NullableText() form!: string | null;
  /** SHA-256 of what is to be approved, in hex. */
  @Text() hash!: string;
  /** pending | approved | rejected | expired | cancelled. A pending approval counts as expired after `expires_at`. */
  @Text() status!: string;
  /** True if the meta-task's `auto_approve` approved it rather than a person. */
  @Flag() automatic!: boolean;
  @NullableText() comment!: string | null;
  /** JSON text. */
  @NullableText() payload!: string | null;
  /** Name of the user, of the API key or of the link. */
  @NullableText() decided_by!: string | null;
  /** access_token | api_key | link | auto_approve | mcp */
  @NullableText() decided_via!: string | null;
  @Time() created_at!: number;
  /** Expiry by the database clock; null if the approval never expires. */
  @NullableTime() expires_at!: number | null;
  /** Time at which the approval left `pending`. */
  @NullableTime() decided_at!: number | null;
}
