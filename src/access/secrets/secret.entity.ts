import { Entity, PrimaryColumn } from 'typeorm';
import { Text, Time } from '../../platform/database/columns.js';

/** A secret of a project, for its scripts. Its value is only ever stored encrypted. */
@Entity('secrets')
export class SecretEntity {
  @PrimaryColumn({ type: 'text' }) project_id!: string;
  @PrimaryColumn({ type: 'text' }) name!: string;
  /** The value as src/access/secrets/cipher.ts encrypted it. */
  @Text() sealed!: string;
  /** The name of the key that it was encrypted with, which reveals nothing about the key. */
  @Text() key_id!: string;
  /** JSON text: the hosts that the service may send it to for an agent. */
  @Text({ default: '[]' }) hosts!: string;
  /** Name of the user who stored the value that it has now. */
  @Text() updated_by!: string;
  @Time() created_at!: number;
  @Time() updated_at!: number;
}
