import { Entity, Index } from 'typeorm';
import { Id, NullableText, NullableTime, Text, Time } from '../../platform/database/columns.js';

/** An API key (`mrk_…`) of a project, for the endpoints under /external/v1. Only its hash is kept. */
@Entity('api_keys')
@Index('api_keys_hash', ['hash'], { unique: true })
@Index('api_keys_project', ['project_id'])
export class ApiKeyEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() name!: string;
  /** JSON array of scopes. */
  @Text() scopes!: string;
  /** SHA-256 of the whole key, hex. */
  @Text() hash!: string;
  /** First characters of the key, by which people recognise it. */
  @Text() hint!: string;
  /**
   * Id of the user who created the key and whose membership it depends on; null for a key of the first start or of the
   * operator.
   */
  @NullableText() created_by!: string | null;
  @Time() created_at!: number;
  @NullableTime() expires_at!: number | null;
  @NullableTime() revoked_at!: number | null;
  @NullableTime() last_used_at!: number | null;
}
