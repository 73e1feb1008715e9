import { Entity } from 'typeorm';
import { NullableInt, PrimaryTextKey, Time } from '../../platform/database/columns.js';

/** The retention policy of a project, and how far the sweep has come. A project without a row has the defaults. */
@Entity('retention')
export class RetentionEntity {
  @PrimaryTextKey() project_id!: string;
  /** Days since the end of the task; 0 = for ever, null = the installation's default. */
  @NullableInt() tasks_days!: number | null;
  @NullableInt() events_days!: number | null;
  @NullableInt() logs_days!: number | null;
  /** Days since an earlier version of a file was replaced or deleted. */
  @NullableInt() file_versions_days!: number | null;
  /** The tasks that ended before have no events any more, but for log lines. */
  @Time({ default: 0 }) events_deleted_until!: number;
  /** The tasks that ended before have no log lines any more. */
  @Time({ default: 0 }) logs_deleted_until!: number;
}
