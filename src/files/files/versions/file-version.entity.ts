import { Entity, Index } from 'typeorm';
import { Big, Id, Int, NullableText, Text, Time } from '../../../platform/database/columns.js';

/** A former content of a file, until it was replaced or deleted. Several rows may name one blob. */
@Entity('file_versions')
@Index('file_versions_file', ['file_id', 'number'], { unique: true })
@Index('file_versions_blob', ['blob_id'])
@Index('file_versions_original', ['original_blob_id'], { where: 'original_blob_id IS NOT NULL' })
// Sorted by bytes; only on PostgreSQL.
@Index('file_versions_path_bytes', { synchronize: false })
@Index('file_versions_path', ['workspace_id', 'path', 'id'])
@Index('file_versions_oldest', ['workspace_id', 'ended_at', 'id'])
@Index('file_versions_ended', ['project_id', 'ended_at', 'id'])
export class FileVersionEntity {
  /** `<file_id>.<number>` */
  @Id() id!: string;
  /** Row of `files` that had it; a file that is created again after a deletion keeps this id. */
  @Text() file_id!: string;
  /** Number of the content, from 1. */
  @Int() number!: number;
  @Text() project_id!: string;
  @Text() workspace_id!: string;
  /** Path of the file at that time. */
  @Text() path!: string;
  /** Bytes. */
  @Big() size!: number;
  @Text() mime_type!: string;
  @Text() etag!: string;
  @Text() blob_id!: string;
  @NullableText() converted_from!: string | null;
  /** These four columns as in `files`. */
  @NullableText() original_blob_id!: string | null;
  @Big({ default: 0 }) original_size!: number;
  @NullableText() original_etag!: string | null;
  @NullableText() converter!: string | null;
  /** Charset that was given with the document; null: detected. */
  @NullableText() charset!: string | null;
  /** Time of the content, as in the file. */
  @Time() updated_at!: number;
  /** Time at which it was replaced or deleted. */
  @Time() ended_at!: number;
  /** replaced | deleted */
  @Text() ended_by!: string;
}
