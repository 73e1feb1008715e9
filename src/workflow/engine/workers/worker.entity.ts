import { Entity } from 'typeorm';
import { Flag, Int, PrimaryTextKey, Text, Time } from '../../../platform/database/columns.js';

/** A process that works on the database and holds its running tasks while it lives. */
@Entity('workers')
export class WorkerEntity {
  /** New at every start and after the loss of a lease. */
  @PrimaryTextKey() id!: string;
  /** Name of the machine. */
  @Text() name!: string;
  /** Roles, separated by spaces: see base/config/roles.ts. */
  @Text() roles!: string;
  /** Tags of the worker and needs that its release meets, separated by spaces (see engine/queue/pool.ts). */
  @Text({ default: '' }) tags!: string;
  /** True if the worker takes only tasks with a tag. */
  @Flag({ default: () => 'false' }) only_tagged!: boolean;
  @Text() version!: string;
  /** Breaking migrations that the worker's release knows, separated by spaces. */
  @Text() knows!: string;
  @Int() slots!: number;
  @Int() agent_slots!: number;
  /** Number of running tasks. */
  @Int() running!: number;
  /** True while the worker stops: it claims nothing more. */
  @Flag() draining!: boolean;
  /** True once a server has noticed the end of its lease: its tasks belong to others, and it never returns. */
  @Flag() gone!: boolean;
  @Time() started_at!: number;
  /** Times of the last renewal and of the end of the lease, by the database's clock. */
  @Time() seen_at!: number;
  @Time() lease_until!: number;
}
