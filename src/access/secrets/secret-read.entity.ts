import { Entity, PrimaryColumn } from 'typeorm';
import { Time } from '../../platform/database/columns.js';

/** The last time that tasks of a meta-task read a secret. */
@Entity('secret_reads')
export class SecretReadEntity {
  @PrimaryColumn({ type: 'text' }) project_id!: string;
  @PrimaryColumn({ type: 'text' }) name!: string;
  /** Identifier of the meta-task. */
  @PrimaryColumn({ type: 'text' }) task_type!: string;
  @Time() last_read_at!: number;
}
