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

/** A question of a task to a person. Its id is that of the step which waits for the answer. */
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
  /** JSON text: the JSON Schema that a payload must match. */
  @NullableText() form!: string | null;
  /** SHA-256 of what is to be approved, hex. */
  @Text() hash!: string;
  /** pending | approved | rejected | expired | cancelled. Past `expires_at` a pending one counts as expired. */
  @Text() status!: string;
  /** Approved by the meta-task's `auto_approve` rather than by anybody. */
  @Flag() automatic!: boolean;
  @NullableText() comment!: string | null;
  /** JSON text. */
  @NullableText() payload!: string | null;
  /** Name of the user, of the key or of the link. */
  @NullableText() decided_by!: string | null;
  /** access_token | api_key | link | auto_approve */
  @NullableText() decided_via!: string | null;
  @Time() created_at!: number;
  /** Database clock. */
  @NullableTime() expires_at!: number | null;
  /** When it left `pending`. */
  @NullableTime() decided_at!: number | null;
}
