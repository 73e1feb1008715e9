import { Entity, Index } from 'typeorm';
import { Id, NullableTime, Text, Time } from '../../platform/database/columns.js';

/** An access token (`mrt_…`) of a user, for the management endpoints. Only its hash is kept. */
@Entity('access_tokens')
@Index('access_tokens_hash', ['hash'], { unique: true })
@Index('access_tokens_user', ['user_id'])
export class AccessTokenEntity {
  @Id() id!: string;
  @Text() user_id!: string;
  @Text() name!: string;
  /** viewer | author | admin: upper bound of the token's rights, whatever its user may do. */
  @Text() role!: string;
  /** SHA-256 of the whole token, hex. */
  @Text() hash!: string;
  /** First characters of the token, by which people recognise it. */
  @Text() hint!: string;
  @Time() created_at!: number;
  @NullableTime() expires_at!: number | null;
  @NullableTime() revoked_at!: number | null;
  @NullableTime() last_used_at!: number | null;
}
