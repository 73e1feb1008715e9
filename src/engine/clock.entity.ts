import { Entity } from 'typeorm';
import { Big, Int, PrimaryTextKey } from '../database/columns.js';

/** How far the database's clock has come: one row. */
@Entity('clocks')
export class ClockEntity {
  @PrimaryTextKey() name!: string;
  /** The latest time that a server has seen, ms. */
  @Big() highest!: number;
  /** How often it has been found to be set back. */
  @Int({ default: 0 }) set_back!: number;
}
