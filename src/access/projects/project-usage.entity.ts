import { Entity } from 'typeorm';
import { Big, PrimaryTextKey } from '../../platform/database/columns.js';

/** Amounts that a project stores, maintained by triggers on `files` and `file_versions`. */
@Entity('project_usage')
export class ProjectUsageEntity {
  @PrimaryTextKey() project_id!: string;
  /** Number of rows of `files`. */
  @Big() files!: number;
  /** Total bytes of `files` and `file_versions`, including the originals of documents. */
  @Big() file_bytes!: number;
}
