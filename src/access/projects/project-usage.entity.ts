import { Entity } from 'typeorm';
import { Big, PrimaryTextKey } from '../../platform/database/columns.js';

/** The stored amounts of a project. Triggers on `files` and `file_versions` keep them, whatever changes those. */
@Entity('project_usage')
export class ProjectUsageEntity {
  @PrimaryTextKey() project_id!: string;
  /** Rows of `files`. */
  @Big() files!: number;
  /** Bytes of `files` and `file_versions`, with the originals of documents. */
  @Big() file_bytes!: number;
}
