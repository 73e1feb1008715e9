import { Entity, Index } from 'typeorm';
import {
  Id,
  Int,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../../platform/database/columns.js';

/** A passage of a file, cited by the result of a task. */
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
  /** JSON array: titles of the headings above the quote, outermost first. */
  @Text() heading!: string;
  /** Line, counted from 1, where the quote began in the cited content. */
  @Int() line!: number;
  /** Hash of the lines that contain the quote; null if it was not recorded. */
  @NullableText() lines_hash!: string | null;
  /** ETag of the cited content. */
  @Text() etag!: string;
  /** ETag of the content at the last comparison; '' if the file did not exist. */
  @Text() seen_etag!: string;
  /** changed | deleted; null while the file still contains the quote. */
  @NullableText() stale!: string | null;
  @NullableTime() stale_at!: number | null;
  @Time() created_at!: number;
}
