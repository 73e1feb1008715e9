import { Entity, Index } from 'typeorm';
import { Id, NullableTime, Text, Time } from '../../platform/database/columns.js';

@Entity('projects')
@Index('projects_slug', ['slug'], { unique: true })
export class ProjectEntity {
  @Id() id!: string;
  /** Name that may replace the id in a URL; lower case, unique in the installation. */
  @Text() slug!: string;
  @Text() name!: string;
  @Time() created_at!: number;
  @NullableTime() archived_at!: number | null;
  /** off | links | on | on_self; a newer server may have written a value unknown here. */
  @Text({ default: 'links' }) mcp_approvals!: string;
}
