import { Entity, Index } from 'typeorm';
import { Id, NullableText, Text, Time } from '../../../platform/database/columns.js';

/** A file that a task has read, written or deleted: the first use inserts the row, later ones update it. */
@Entity('task_files')
@Index('task_files_use', ['task_id', 'workspace_id', 'path', 'how'], { unique: true })
export class TaskFileEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() task_id!: string;
  @Text() workspace_id!: string;
  @Text() path!: string;
  /** read | written | deleted */
  @Text() how!: string;
  /** The content that was last read or written; null for a deletion. */
  @NullableText() version_id!: string | null;
  @Time() used_at!: number;
}
