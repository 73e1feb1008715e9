import { Entity } from 'typeorm';
import { PrimaryTextKey } from '../../../platform/database/columns.js';

/** A tag that a worker has had. It stays when the worker has gone. */
@Entity('worker_tags')
export class WorkerTagEntity {
  @PrimaryTextKey() tag!: string;
}
