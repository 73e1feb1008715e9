import { Entity, Index } from 'typeorm';
import { Id, NullableTime, Text, Time } from '../../platform/database/columns.js';

@Entity('projects')
@Index('projects_slug', ['slug'], { unique: true })
export class ProjectEntity {
  @Id() id!: string;
  /** The name that a URL may have instead of the id; lower case, unique on this installation. */
  @Text() slug!: string;
  @Text() name!: string;
  @Time() created_at!: number;
  @NullableTime() archived_at!: number | null;
  /** off | links | on | on_self; a newer server may have written one that is not known here. */
  @Text({ default: 'links' }) mcp_approvals!: string;
}
