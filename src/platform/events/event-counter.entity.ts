import { Entity } from 'typeorm';
import { Big, PrimaryTextKey } from '../database/columns.js';

/**
 * The last sequence number given to an event of a project. Its row lock is what makes numbers become visible
 * in order on PostgreSQL, where a plain sequence would let a reader skip an event that commits late.
 */
@Entity('event_counters')
export class EventCounterEntity {
  @PrimaryTextKey() project_id!: string;
  @Big() seq!: number;
  /** Bytes of the params of tasks that have not ended; kept by their events. */
  @Big({ default: 0 }) open_params_bytes!: number;
}
