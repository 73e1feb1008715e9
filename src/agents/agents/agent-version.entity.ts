import { Column, Entity, Index } from 'typeorm';
import { NullableText, Text } from '../../platform/database/columns.js';
import { EntryVersionEntity } from '../../tasks/catalogue/entry.entities.js';

/** One immutable version of an agent. */
@Entity('agent_versions')
@Index('agent_versions_number', ['agent_id', 'version'], { unique: true })
export class AgentVersionEntity extends EntryVersionEntity {
  @Text() agent_id!: string;
  @Text() name!: string;
  @NullableText() description!: string | null;
  /** `provider/name`. */
  @NullableText() model!: string | null;
  @NullableText() instructions!: string | null;
  /** JSON arrays of texts. */
  @Text() tools!: string;
  @Text() approve!: string;
  @Text() knowledge!: string;
  /** JSON object. */
  @NullableText() limits!: string | null;
  /** JSON object. */
  @NullableText() memory!: string | null;
  @Column({ type: 'double precision', nullable: true }) temperature!: number | null;
  /** none | low | medium | high */
  @NullableText() reasoning!: string | null;
}
