import { Entity, PrimaryColumn } from 'typeorm';
import { Big, Text, Time } from '../../../platform/database/columns.js';

/** The usual times of the runs of a meta-task and their phases. */
@Entity('run_histories')
export class RunHistoryEntity {
  @PrimaryColumn({ type: 'text' }) project_id!: string;
  /** Identifier of the meta-task. */
  @PrimaryColumn({ type: 'text' }) task_type!: string;
  @Big() runs!: number;
  /** JSON text: what src/tasks/tasks/views/run-history.ts keeps of each phase, 50 at most. */
  @Text() phases!: string;
  @Time() updated_at!: number;
}
