import { Entity, Index } from 'typeorm';
import { Id, NullableTime, Text, Time } from '../database/columns.js';

/** A link by which whoever has it may decide an approval once. What makes it valid is its signature, which is not kept. */
@Entity('approval_links')
@Index('approval_links_approval', ['approval_id'])
export class ApprovalLinkEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() approval_id!: string;
  /** Whom it is for: named as who decided. */
  @Text() name!: string;
  @Text() created_by!: string;
  @Time() created_at!: number;
  @NullableTime() used_at!: number | null;
  @NullableTime() revoked_at!: number | null;
}
