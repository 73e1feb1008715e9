import { Entity, Index } from 'typeorm';
import {
  Flag,
  Id,
  NullableBig,
  NullableTime,
  Text,
  Time,
} from '../../platform/database/columns.js';

@Entity('workspaces')
@Index('workspaces_project_name', ['project_id', 'name'], { unique: true })
export class WorkspaceEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() name!: string;
  /** files | knowledge_base */
  @Text() kind!: string;
  /** The workspace that file requests without `ws` mean; one in each project. */
  @Flag() is_default!: boolean;
  /** Most bytes that its files may hold together; null = no limit. */
  @NullableBig() quota_bytes!: number | null;
  @Time() created_at!: number;
  /** When it was deleted; its rows are removed in pieces. */
  @NullableTime() deleted_at!: number | null;
}
