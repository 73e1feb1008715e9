import { Entity, Index } from 'typeorm';
import { Id, NullableText, Text, Time } from '../../../platform/database/columns.js';

/** A browser that is signed in by an access token, with which the session ends. Only the hash of its secret is kept. */
@Entity('sessions')
@Index('sessions_hash', ['hash'], { unique: true })
@Index('sessions_token', ['token_id'])
export class SessionEntity {
  @Id() id!: string;
  @Text() token_id!: string;
  /** SHA-256 of the secret in the cookie, hex. */
  @Text() hash!: string;
  /** The browser's own name for itself. */
  @NullableText() user_agent!: string | null;
  @Time() created_at!: number;
  /** To the minute. */
  @Time() last_used_at!: number;
  @Time() expires_at!: number;
}
