import { Entity } from 'typeorm';
import { PrimaryTextKey } from '../../../platform/database/columns.js';

/** A tag that a worker has had. It outlives the worker. */
@Entity('worker_tags')
export class WorkerTagEntity {
  @PrimaryTextKey() tag!: string;
}
