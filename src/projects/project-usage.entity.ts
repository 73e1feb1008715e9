import { Entity } from 'typeorm';
import { Big, PrimaryTextKey } from '../database/columns.js';

/** What a project has stored. Triggers on `files` and `file_versions` keep it, whatever changes those. */
@Entity('project_usage')
export class ProjectUsageEntity {
  @PrimaryTextKey() project_id!: string;
  /** Rows of `files`. */
  @Big() files!: number;
  /** Bytes of `files` and `file_versions`, with the originals of documents. */
  @Big() file_bytes!: number;
}
