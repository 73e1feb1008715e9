import { Entity, PrimaryColumn } from 'typeorm';
import { Text, Time } from '../../platform/database/columns.js';

/** A secret of a project, for its scripts. Its value is only ever stored encrypted. */
@Entity('secrets')
export class SecretEntity {
  @PrimaryColumn({ type: 'text' }) project_id!: string;
  @PrimaryColumn({ type: 'text' }) name!: string;
  /** The value as encrypted by src/access/secrets/cipher.ts. */
  @Text() sealed!: string;
  /** Name of the encryption key, which reveals nothing about the key. */
  @Text() key_id!: string;
  /** JSON array of the hosts that the service may send the value to on behalf of an agent. */
  @Text({ default: '[]' }) hosts!: string;
  /** Name of the user who stored the current value. */
  @Text() updated_by!: string;
  @Time() created_at!: number;
  @Time() updated_at!: number;
}
