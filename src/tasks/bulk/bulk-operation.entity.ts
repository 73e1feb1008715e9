import { Entity, Index } from 'typeorm';
import {
  Id,
  Int,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../../platform/database/columns.js';

/** One action on many tasks, which are its items. */
@Entity('bulk_operations')
@Index('bulk_operations_project', ['project_id', 'id'])
@Index('bulk_operations_due', ['next_at'], { where: `state = 'running'` })
@Index('bulk_operations_finished', ['finished_at'], { where: 'finished_at IS NOT NULL' })
export class BulkOperationEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  /** cancel | retry | rerun */
  @Text() action!: string;
  /** same | current; of a rerun. */
  @Text() version!: string;
  @NullableText() name!: string | null;
  /** running | done | stopped */
  @Text() state!: string;
  @Int() total!: number;
  /** Items that are dealt with, and those of them that were refused. */
  @Int() done!: number;
  @Int() refused!: number;
  /** Number of claims by servers, so that a server that has lost the row changes nothing. */
  @Int() attempts!: number;
  /** Database clock: when it goes on; while a server works on it, when its lease passes. */
  @NullableTime() next_at!: number | null;
  /** The actor that asked for it, as engine/state/actor.ts has it. */
  @Text() created_by!: string;
  @NullableText() created_by_name!: string | null;
  @Time() created_at!: number;
  @NullableTime() finished_at!: number | null;
}
