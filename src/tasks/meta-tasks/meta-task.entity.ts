import { Entity, Index } from 'typeorm';
import { EntryEntity } from '../catalogue/entry.entities.js';

/** A meta-task: a name for a series of immutable versions. */
@Entity('task_types')
@Index('task_types_project_identifier', ['project_id', 'identifier'], { unique: true })
export class MetaTaskEntity extends EntryEntity {}
