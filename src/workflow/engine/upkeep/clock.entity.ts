import { Entity } from 'typeorm';
import { Big, Int, PrimaryTextKey } from '../../../platform/database/columns.js';

/** The progress of the database's clock: one row. */
@Entity('clocks')
export class ClockEntity {
  @PrimaryTextKey() name!: string;
  /** The latest time that a server has seen, ms. */
  @Big() highest!: number;
  /** The number of times that the clock was found to be set back. */
  @Int({ default: 0 }) set_back!: number;
}
