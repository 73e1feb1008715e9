import { Entity, Index } from 'typeorm';
import { Big, Id, Int, NullableText, Text, Time } from '../../../platform/database/columns.js';

/** A file or a directory of a workspace. Its bytes are a blob, which is named by an id and never by the user's path. */
@Entity('files')
@Index('files_workspace_path', ['workspace_id', 'path'], { unique: true })
// Sorted by bytes, as SQLite sorts all text. `files_workspace_parent` exists there; the two others only on PostgreSQL.
@Index('files_workspace_parent', { synchronize: false })
@Index('files_parent_bytes', { synchronize: false })
@Index('files_path_bytes', { synchronize: false })
@Index('files_blob', ['blob_id'])
@Index('files_original', ['original_blob_id'], { where: 'original_blob_id IS NOT NULL' })
@Index('files_unindexed', ['workspace_id', 'id'], {
  where: `type = 'file' AND indexed_as IS DISTINCT FROM blob_id || ' ' || mime_type`,
})
export class FileEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() workspace_id!: string;
  /** Absolute, normalised, NFC: `/reports/2026.md`. The root has no row. */
  @Text() path!: string;
  /** Path of its directory: `/reports`. */
  @Text() parent_path!: string;
  @Text() name!: string;
  /** directory | file; sorts directories first. */
  @Text() type!: string;
  /** Bytes; 0 for a directory. */
  @Big() size!: number;
  @Text() mime_type!: string;
  /** Hash of the content, quoted as in the ETag header; empty for a directory. */
  @Text() etag!: string;
  /** Number of the content, from 1; the earlier ones are in `file_versions`. */
  @Int({ default: 1 }) version!: number;
  /** Null for a directory, and for a file whose first content is still being converted. */
  @NullableText() blob_id!: string | null;
  /** Name of the document if this is its conversion to Markdown, or was part of it. */
  @NullableText() converted_from!: string | null;
  /** Blob of the document; null for a file that is not a conversion to Markdown. */
  @NullableText() original_blob_id!: string | null;
  /** Bytes; 0 without an original. */
  @Big({ default: 0 }) original_size!: number;
  @NullableText() original_etag!: string | null;
  /** Version of the converters that made the Markdown. */
  @NullableText() converter!: string | null;
  /** Charset that was given with the document; null: detected. */
  @NullableText() charset!: string | null;
  /** JSON of a `ConversionState`; null for a file that is not a conversion to Markdown. */
  @NullableText() conversion!: string | null;
  /** Actor that wrote the current content, as in engine/state/actor.ts; null if unknown. */
  @NullableText() written_by!: string | null;
  @NullableText() written_by_name!: string | null;
  /** Name of the folder sync that wrote the current content; null for any other writer. */
  @NullableText() synced_as!: string | null;
  /** Blob and media type in the search index; null before the first indexing. */
  @NullableText() indexed_as!: string | null;
  @Time() created_at!: number;
  @Time() updated_at!: number;
}
