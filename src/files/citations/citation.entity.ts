import { Entity, Index } from 'typeorm';
import {
  Id,
  Int,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../../platform/database/columns.js';

/** A passage of a file that the result of a task cites. */
@Entity('citations')
@Index('citations_task', ['task_id', 'id'])
@Index('citations_project', ['project_id', 'id'])
@Index('citations_file', ['project_id', 'path', 'id'])
@Index('citations_stale', ['project_id', 'id'], { where: 'stale IS NOT NULL' })
export class CitationEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() task_id!: string;
  @Text() workspace_id!: string;
  @Text() path!: string;
  @Text() quote!: string;
  /** JSON: the titles of the headings above it. */
  @Text() heading!: string;
  /** Where the quote begins, from 1, in the content that was cited. */
  @Int() line!: number;
  /** The hash of the lines that it stands in; null where they were not kept. */
  @NullableText() lines_hash!: string | null;
  /** The ETag of the content that was cited. */
  @Text() etag!: string;
  /** The ETag of the content that was looked at last; '' where the file was gone. */
  @Text() seen_etag!: string;
  /** changed | deleted; null while the file says what is cited. */
  @NullableText() stale!: string | null;
  @NullableTime() stale_at!: number | null;
  @Time() created_at!: number;
}
