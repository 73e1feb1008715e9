import { Entity } from 'typeorm';
import { PrimaryTextKey, Text, Time } from '../../../platform/database/columns.js';

/** A job in the background, and the process that leads it. */
@Entity('keepers')
export class KeeperEntity {
  @PrimaryTextKey() job!: string;
  /** The id of the process on the bus. */
  @Text() worker_id!: string;
  /** Database clock. */
  @Time() lease_until!: number;
}
