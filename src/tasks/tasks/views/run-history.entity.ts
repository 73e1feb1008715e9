import { Entity, PrimaryColumn } from 'typeorm';
import { Big, Text, Time } from '../../../platform/database/columns.js';

/** The usual times of the runs of a meta-task and their phases. */
@Entity('run_histories')
export class RunHistoryEntity {
  @PrimaryColumn({ type: 'text' }) project_id!: string;
  /** Identifier of the meta-task. */
  @PrimaryColumn({ type: 'text' }) task_type!: string;
  @Big() runs!: number;
  /** JSON text: the statistics of src/tasks/tasks/views/run-history.ts for each phase, at most 50. */
  @Text() phases!: string;
  @Time() updated_at!: number;
}
