import { Entity } from 'typeorm';
import { NullableInt, PrimaryTextKey, Time } from '../../platform/database/columns.js';

/** Retention policy of a project, and the progress of its sweep. A project without a row has the defaults. */
@Entity('retention')
export class RetentionEntity {
  @PrimaryTextKey() project_id!: string;
  /** Days since the end of the task; 0 keeps tasks for ever, null means the default of the installation. */
  @NullableInt() tasks_days!: number | null;
  @NullableInt() events_days!: number | null;
  @NullableInt() logs_days!: number | null;
  /** Days since an earlier version of a file was replaced or deleted. */
  @NullableInt() file_versions_days!: number | null;
  /** Time before which ended tasks have no events left, except log lines, and no records of model calls. */
  @Time({ default: 0 }) events_deleted_until!: number;
  /** Time before which ended tasks have no log lines left. */
  @Time({ default: 0 }) logs_deleted_until!: number;
}
