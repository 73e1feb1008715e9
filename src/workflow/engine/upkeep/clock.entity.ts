import { Entity } from 'typeorm';
import { Big, Int, PrimaryTextKey } from '../../../platform/database/columns.js';

/** The progress of the database's clock: one row. */
@Entity('clocks')
export class ClockEntity {
  @PrimaryTextKey() name!: string;
  /** Latest time that a server has seen, in ms. */
  @Big() highest!: number;
  /** Number of times that the clock was set back. */
  @Int({ default: 0 }) set_back!: number;
}
