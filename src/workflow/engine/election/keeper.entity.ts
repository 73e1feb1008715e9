import { Entity } from 'typeorm';
import { PrimaryTextKey, Text, Time } from '../../../platform/database/columns.js';

/** A background job and the process that leads it. */
@Entity('keepers')
export class KeeperEntity {
  @PrimaryTextKey() job!: string;
  /** Id of the process on the bus. */
  @Text() worker_id!: string;
  /** End of the lead, by the database's clock. */
  @Time() lease_until!: number;
}
