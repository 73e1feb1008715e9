import { Entity, Index } from 'typeorm';
import { EntryEntity } from '../../tasks/catalogue/entry.entities.js';

/** An agent: a name for a series of immutable versions. */
@Entity('agents')
@Index('agents_project_identifier', ['project_id', 'identifier'], { unique: true })
export class AgentEntity extends EntryEntity {}
