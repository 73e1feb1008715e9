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
  /** True for the workspace of file requests without `ws`; one per project. */
  @Flag() is_default!: boolean;
  /** Maximum total bytes of its files; null = no limit. */
  @NullableBig() quota_bytes!: number | null;
  @Time() created_at!: number;
  /** Time of the deletion; the rows are removed in batches. */
  @NullableTime() deleted_at!: number | null;
}
