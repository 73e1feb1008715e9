import { Injectable } from '@nestjs/common';
import { isoTime } from '../../../base/kernel/clock.js';
import { invalidField, MetarunError } from '../../../base/kernel/errors.js';
import { isUuid, newId } from '../../../base/kernel/ids.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { Database, type Transaction } from '../../../platform/database/database.js';
import { EventBus } from '../../../platform/events/event-bus.js';
import { Authenticator } from '../authenticator.service.js';
import type { Page } from '../../../platform/wire/page.js';
import type { TokenCaller } from '../caller.js';
import { GuessLimit } from '../guess-limit.service.js';
import type { AccessTokenIdentity } from '../identity.js';
import { accessRevoked } from '../messages.js';
import { hashSecret, newSecret, readBearer } from '../secrets.js';
import { type IssuedLoginCode, issueLoginCode } from './issue-login-code.js';
import { isSessionSecret } from './session-cookies.js';
import { IDLE_MS, LONGEST_MS } from './session-terms.js';
import type { SessionDto } from './session.dto.js';

/** Maximum number of sessions per token; the least recently used one ends first. */
const SESSIONS_PER_TOKEN = 100;
const MAX_USER_AGENT = 300;

/** The credentials that a browser signs in with. */
export type SignIn = { token: string } | { code: string };

/** The browser that signs in. */
export interface Browser {
  /** Address whose wrong guesses are counted. */
  address: string;
  userAgent: string | undefined;
  /** Session cookie of the browser, if any; that session ends. */
  former: string | undefined;
}

/** A new session, with the value of its cookie. */
export interface MadeSession {
  session: SessionDto;
  secret: string;
  /** Ms since the epoch. */
  endsAt: number;
}

interface Row {
  id: string;
  token_id: string;
  user_agent: string | null;
  created_at: number;
  last_used_at: number;
  expires_at: number;
}

/** Signs browsers in and out. A session has the rights of its token and ends with it. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly database: Database,
    private readonly bus: EventBus,
    private readonly authenticator: Authenticator,
    private readonly guesses: GuessLimit,
  ) {}

  /**
   * Returns the token that a browser signs in with, and uses up a code.
   * @throws MetarunError `unauthenticated`, `validation_failed` for an API key, or `rate_limited`
   */
  async identify(by: SignIn, address: string): Promise<AccessTokenIdentity> {
    const identity =
      'token' in by ? await this.byToken(by.token, address) : await this.byCode(by.code);
    if (identity !== null) return identity;
    await this.guesses.wrong(address);
    throw new MetarunError(
      'unauthenticated',
      'token' in by
        ? 'The token is not valid, has expired or has been revoked.'
        : 'The code is not valid: it works once, for ten minutes. `metarun open` makes a new one.',
    );
  }

  /** Creates a session. Its secret is always new, whatever the browser sent. */
  async open(
    identity: AccessTokenIdentity,
    browser: Omit<Browser, 'address'>,
  ): Promise<MadeSession> {
    const now = Date.now();
    const secret = newSecret('mrs_');
    const row: Row = {
      id: newId(),
      token_id: identity.id,
      user_agent: browser.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
      created_at: now,
      last_used_at: now,
      expires_at: Math.min(now + LONGEST_MS, identity.expiresAt ?? Number.MAX_SAFE_INTEGER),
    };
    await this.database.write(async (tx) => {
      await clearUp(tx, identity.id, now);
      if (browser.former !== undefined && isSessionSecret(browser.former))
        await tx.query('DELETE FROM sessions WHERE hash = ?', [hashSecret(browser.former)]);
      await tx.query(
        `INSERT INTO sessions (id, token_id, hash, user_agent, created_at, last_used_at, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        [row.id, row.token_id, hashSecret(secret), row.user_agent, now, now, row.expires_at],
      );
    });
    return { session: sessionDto(row, row.id), secret, endsAt: row.expires_at };
  }

  /** Lists the open sessions of a user, newest first. */
  async list(caller: TokenCaller, { limit, offset }: Page): Promise<SessionDto[]> {
    const now = Date.now();
    const rows = await this.database.query<Row>(
      `SELECT s.id, s.token_id, s.user_agent, s.created_at, s.last_used_at, s.expires_at
       FROM sessions s JOIN access_tokens t ON t.id = s.token_id
       WHERE t.user_id = ? AND t.revoked_at IS NULL AND s.expires_at > ? AND s.last_used_at > ?
       ORDER BY s.created_at DESC, s.id DESC LIMIT ? OFFSET ?`,
      [caller.userId, now, now - IDLE_MS, limit, offset],
    );
    return rows.map((row) => sessionDto(row, caller.session?.id));
  }

  /**
   * Ends one of the caller's sessions at once; `current` stands for the session of the request.
   * @throws MetarunError `not_found`
   */
  async end(caller: TokenCaller, id: string): Promise<void> {
    const wanted = id === 'current' ? caller.session?.id : id;
    if (wanted === undefined)
      throw new MetarunError(
        'not_found',
        'This request has come with a token, not with the cookie of a session: nothing is signed in by it.',
      );
    const ended = isUuid(wanted) ? await this.delete(caller, wanted.toLowerCase()) : 0;
    if (ended === 0)
      throw new MetarunError(
        'not_found',
        `You have no session ${quoted(id)}: GET /auth/sessions shows the ids, which are UUIDs.`,
      );
  }

  /** Ends all sessions of the caller's user. */
  async endAll(caller: TokenCaller): Promise<void> {
    await this.delete(caller);
  }

  /** Issues a code that signs another browser in with the caller's token. */
  issueCode(caller: TokenCaller): Promise<IssuedLoginCode> {
    return this.database.write((tx) => issueLoginCode(tx, caller.id));
  }

  private async byToken(token: string, address: string): Promise<AccessTokenIdentity | null> {
    const read = readBearer(`Bearer ${token.trim()}`);
    if (read === null) return null;
    const identity = await this.authenticator.identifySecret(read, address);
    if (identity.kind === 'access_token') return identity;
    throw invalidField(
      '/token',
      'this is an API key (mrk_…): people sign in by an access token (mrt_…)',
    );
  }

  private async byCode(code: string): Promise<AccessTokenIdentity | null> {
    const [used] = await this.database.execute<{ token_id: string }>(
      'DELETE FROM login_codes WHERE hash = ? AND expires_at > ? RETURNING token_id',
      [hashSecret(code.trim()), Date.now()],
    );
    if (!used) return null;
    const token = { kind: 'access_token', id: used.token_id, session: null } as const;
    const identity = (await this.authenticator.identifyAgain([token])).get(used.token_id);
    return identity?.kind === 'access_token' ? identity : null;
  }

  /** Ends all sessions of the user, or the one with this id, and returns their number. */
  private async delete({ userId }: TokenCaller, id?: string): Promise<number> {
    const ended = await this.database.execute(
      `DELETE FROM sessions WHERE id IN (
         SELECT s.id FROM sessions s JOIN access_tokens t ON t.id = s.token_id
         WHERE t.user_id = ?${id === undefined ? '' : ' AND s.id = ?'}) RETURNING id`,
      id === undefined ? [userId] : [userId, id],
    );
    this.bus.publish(accessRevoked, {});
    return ended.length;
  }
}

/** Deletes ended sessions, and the oldest ones of the token until one more is allowed. */
async function clearUp(tx: Transaction, tokenId: string, now: number): Promise<void> {
  await tx.query('DELETE FROM sessions WHERE expires_at <= ? OR last_used_at <= ?', [
    now,
    now - IDLE_MS,
  ]);
  await tx.query(
    `DELETE FROM sessions WHERE token_id = ? AND id NOT IN (
       SELECT id FROM sessions WHERE token_id = ? ORDER BY last_used_at DESC, id DESC LIMIT ?)`,
    [tokenId, tokenId, SESSIONS_PER_TOKEN - 1],
  );
}

function sessionDto(row: Row, current: string | undefined): SessionDto {
  return {
    id: row.id,
    token_id: row.token_id,
    user_agent: row.user_agent,
    created_at: isoTime(row.created_at),
    last_seen_at: isoTime(row.last_used_at),
    expires_at: isoTime(row.expires_at),
    current: row.id === current,
  };
}
