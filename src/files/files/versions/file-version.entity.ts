import { Entity, Index } from 'typeorm';
import { Big, Id, Int, NullableText, Text, Time } from '../../../platform/database/columns.js';

/** A content that a file had, until it was replaced or deleted. Several rows may name one blob. */
@Entity('file_versions')
@Index('file_versions_file', ['file_id', 'number'], { unique: true })
@Index('file_versions_blob', ['blob_id'])
@Index('file_versions_original', ['original_blob_id'], { where: 'original_blob_id IS NOT NULL' })
// By its bytes; on PostgreSQL alone.
@Index('file_versions_path_bytes', { synchronize: false })
@Index('file_versions_path', ['workspace_id', 'path', 'id'])
@Index('file_versions_oldest', ['workspace_id', 'ended_at', 'id'])
@Index('file_versions_ended', ['project_id', 'ended_at', 'id'])
export class FileVersionEntity {
  /** `<file_id>.<number>` */
  @Id() id!: string;
  /** The row of `files` that had it; a file that is made again where one was deleted goes on with its id. */
  @Text() file_id!: string;
  /** Counts the contents of the file, from 1. */
  @Int() number!: number;
  @Text() project_id!: string;
  @Text() workspace_id!: string;
  /** Where the file was then. */
  @Text() path!: string;
  /** Bytes. */
  @Big() size!: number;
  @Text() mime_type!: string;
  @Text() etag!: string;
  @Text() blob_id!: string;
  @NullableText() converted_from!: string | null;
  /** These four as in `files`. */
  @NullableText() original_blob_id!: string | null;
  @Big({ default: 0 }) original_size!: number;
  @NullableText() original_etag!: string | null;
  @NullableText() converter!: string | null;
  /** That was given with the document; null: it is found out. */
  @NullableText() charset!: string | null;
  /** As the file had it. */
  @Time() updated_at!: number;
  /** When it stopped being the file's content. */
  @Time() ended_at!: number;
  /** replaced | deleted */
  @Text() ended_by!: string;
}
