import { Entity, Index } from 'typeorm';
import { Id, NullableText, Text, Time } from '../../../platform/database/columns.js';

/** A browser signed in with an access token. The session ends with the token. Only the hash of its secret is stored. */
@Entity('sessions')
@Index('sessions_hash', ['hash'], { unique: true })
@Index('sessions_token', ['token_id'])
export class SessionEntity {
  @Id() id!: string;
  @Text() token_id!: string;
  /** SHA-256 of the secret in the cookie, hex. */
  @Text() hash!: string;
  /** User-Agent header of the browser. */
  @NullableText() user_agent!: string | null;
  @Time() created_at!: number;
  /** Last use, to the minute. */
  @Time() last_used_at!: number;
  @Time() expires_at!: number;
}
