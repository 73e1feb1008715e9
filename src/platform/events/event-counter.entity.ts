import { Entity } from 'typeorm';
import { Big, PrimaryTextKey } from '../database/columns.js';

/**
 * The last sequence number of a project's events. The row lock makes the numbers visible in order on PostgreSQL, where
 * a reader of a plain sequence could skip an event that commits late.
 */
@Entity('event_counters')
export class EventCounterEntity {
  @PrimaryTextKey() project_id!: string;
  @Big() seq!: number;
  /** Size of the params of tasks that have not ended, in bytes; updated by their events. */
  @Big({ default: 0 }) open_params_bytes!: number;
}
