import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Text, Time } from '../../platform/database/columns.js';

/** A user's role in a project. */
@Entity('members')
@Index('members_user', ['user_id'])
export class MemberEntity {
  @PrimaryColumn({ type: 'text' }) project_id!: string;
  @PrimaryColumn({ type: 'text' }) user_id!: string;
  /** viewer | author | admin */
  @Text() role!: string;
  @Time() created_at!: number;
}
