import { Entity, Index } from 'typeorm';
import { Id, Text, Time } from '../../../platform/database/columns.js';

/** A code that signs a browser in once. It is deleted when it is used; only its hash is kept. */
@Entity('login_codes')
@Index('login_codes_hash', ['hash'], { unique: true })
@Index('login_codes_token', ['token_id'])
export class LoginCodeEntity {
  @Id() id!: string;
  /** The access token that the browser is signed in with. */
  @Text() token_id!: string;
  /** SHA-256 of the code, hex. */
  @Text() hash!: string;
  @Time() expires_at!: number;
}
