import { Entity, Index } from 'typeorm';
import { Big, Id, Int, NullableText, Text, Time } from '../../../platform/database/columns.js';

/** A document whose conversion will become the content of a file. */
@Entity('conversion_jobs')
@Index('conversion_jobs_due', ['project_id', 'due_at', 'created_at', 'file_id'])
@Index('conversion_jobs_blob', ['blob_id'])
@Index('conversion_jobs_workspace', ['workspace_id'])
export class ConversionJobEntity {
  @Id() file_id!: string;
  @Text() project_id!: string;
  @Text() workspace_id!: string;
  /** Name of the document, such as `report.docx`. */
  @Text() name!: string;
  @Text() blob_id!: string;
  /** Size in bytes. */
  @Big() size!: number;
  @Text() etag!: string;
  /** Charset given with the document; null to detect it. */
  @NullableText() charset!: string | null;
  /** Number of started conversion attempts. */
  @Int() attempts!: number;
  /** Time, by the database's clock, until which a server leases the job or no server is to retry it. */
  @Time() due_at!: number;
  @Time() created_at!: number;
}
