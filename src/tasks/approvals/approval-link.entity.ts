import { Entity, Index } from 'typeorm';
import { Id, NullableTime, Text, Time } from '../../platform/database/columns.js';

/** A link that lets its holder decide an approval once. Its signature makes it valid, and is not stored. */
@Entity('approval_links')
@Index('approval_links_approval', ['approval_id'])
export class ApprovalLinkEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() approval_id!: string;
  /** Name of the person that the link is for, recorded as the decider. */
  @Text() name!: string;
  @Text() created_by!: string;
  @Time() created_at!: number;
  @NullableTime() used_at!: number | null;
  @NullableTime() revoked_at!: number | null;
}
