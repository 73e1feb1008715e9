import { Entity, Index } from 'typeorm';
import { Id, Int, NullableTime, Text, Time } from '../../platform/database/columns.js';

/** A meta-task: a name for a series of immutable versions. */
@Entity('task_types')
@Index('task_types_project_identifier', ['project_id', 'identifier'], { unique: true })
export class MetaTaskEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() identifier!: string;
  /** The version that new tasks get. */
  @Int() current_version!: number;
  /** The highest version made so far; the next is one more, even after an older one was made current. */
  @Int() latest_version!: number;
  @Time() created_at!: number;
  @Time() updated_at!: number;
  @NullableTime() archived_at!: number | null;
}
