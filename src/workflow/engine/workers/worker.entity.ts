import { Entity } from 'typeorm';
import { Flag, Int, PrimaryTextKey, Text, Time } from '../../../platform/database/columns.js';

/** A process that works on the database. Its running tasks are its own for as long as it is. */
@Entity('workers')
export class WorkerEntity {
  /** New at every start, and after a lease that has passed. */
  @PrimaryTextKey() id!: string;
  /** The machine, for people. */
  @Text() name!: string;
  /** Its roles, with spaces between: see base/config/roles.ts. */
  @Text() roles!: string;
  /** Tags of the worker and needs that its release meets, separated by spaces (see engine/queue/pool.ts). */
  @Text({ default: '' }) tags!: string;
  /** True if the worker takes only tasks that ask for a tag. */
  @Flag({ default: () => 'false' }) only_tagged!: boolean;
  @Text() version!: string;
  /** The breaking migrations that it knows, with spaces between. */
  @Text() knows!: string;
  @Int() slots!: number;
  @Int() agent_slots!: number;
  /** Tasks that it runs. */
  @Int() running!: number;
  /** True while it stops: it takes nothing any more. */
  @Flag() draining!: boolean;
  /** True once its lease has passed and a server has noticed: its tasks are others' then, and it never comes back. */
  @Flag() gone!: boolean;
  @Time() started_at!: number;
  /** Database clock: the last renewal of its lease, and when that passes. */
  @Time() seen_at!: number;
  @Time() lease_until!: number;
}
