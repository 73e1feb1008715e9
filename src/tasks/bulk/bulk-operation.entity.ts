import { Entity, Index } from 'typeorm';
import {
  Id,
  Int,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../../platform/database/columns.js';

/** One action on many tasks. Each task is an item of the operation. */
@Entity('bulk_operations')
@Index('bulk_operations_project', ['project_id', 'id'])
@Index('bulk_operations_due', ['next_at'], { where: `state = 'running'` })
@Index('bulk_operations_finished', ['finished_at'], { where: 'finished_at IS NOT NULL' })
export class BulkOperationEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  /** cancel | retry | rerun */
  @Text() action!: string;
  /** same | current: the version of the meta-task that a rerun uses. */
  @Text() version!: string;
  @NullableText() name!: string | null;
  /** running | done | stopped */
  @Text() state!: string;
  @Int() total!: number;
  /** Number of processed items; {@link refused} counts those of them that were refused. */
  @Int() done!: number;
  @Int() refused!: number;
  /** Number of claims since the last progress; a server that has lost the row changes nothing. */
  @Int() attempts!: number;
  /**
   * Time at which the operation continues, or at which the lease of the server that works on it expires (database
   * clock).
   */
  @NullableTime() next_at!: number | null;
  /** Actor that started the operation, in the format of engine/state/actor.ts. */
  @Text() created_by!: string;
  @NullableText() created_by_name!: string | null;
  @Time() created_at!: number;
  @NullableTime() finished_at!: number | null;
}
