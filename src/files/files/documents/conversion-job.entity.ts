import { Entity, Index } from 'typeorm';
import { Big, Id, Int, NullableText, Text, Time } from '../../../platform/database/columns.js';

/** A document that is to become the content of a file, once it is converted. */
@Entity('conversion_jobs')
@Index('conversion_jobs_due', ['project_id', 'due_at', 'created_at', 'file_id'])
@Index('conversion_jobs_blob', ['blob_id'])
@Index('conversion_jobs_workspace', ['workspace_id'])
export class ConversionJobEntity {
  @Id() file_id!: string;
  @Text() project_id!: string;
  @Text() workspace_id!: string;
  /** The document's own: `report.docx`. */
  @Text() name!: string;
  @Text() blob_id!: string;
  /** Bytes. */
  @Big() size!: number;
  @Text() etag!: string;
  /** That was given with the document; null: it is found out. */
  @NullableText() charset!: string | null;
  /** The number of times that its conversion has begun. */
  @Int() attempts!: number;
  /** By the database's clock: until then a server works on it, or no server is to try. */
  @Time() due_at!: number;
  @Time() created_at!: number;
}
