import { Injectable } from '@nestjs/common';
import { MetarunError } from '../../base/kernel/errors.js';
import { Database } from '../../platform/database/database.js';
import { GuessLimit } from './guess-limit.service.js';
import {
  type AccessTokenIdentity,
  type ApiKeyIdentity,
  credentialId,
  type CredentialRef,
  type Identity,
} from './identity.js';
import { LastUse } from './last-use.service.js';
import { storedRole, storedScopes } from './roles.js';
import { hashSecret, type ReadSecret, readBearer, sameHash } from './secrets.js';
import { isOpen, type SessionTimes } from './sessions/session-terms.js';

interface CredentialRow {
  id: string;
  hash: string;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
}

interface KeyRow extends CredentialRow {
  name: string;
  scopes: string;
  project_id: string;
  slug: string;
  project_name: string;
  archived_at: number | null;
}

interface TokenRow extends CredentialRow {
  role: string;
  user_id: string;
  user_name: string;
  is_admin: boolean | number;
}

interface SessionRow extends TokenRow, SessionTimes {
  session_id: string;
  session_hash: string;
}

const KEYS = `
  SELECT k.id, k.hash, k.expires_at, k.revoked_at, k.last_used_at, k.name, k.scopes,
    k.project_id, p.slug, p.name AS project_name, p.archived_at
  FROM api_keys k JOIN projects p ON p.id = k.project_id`;

const OF_TOKEN = `t.id, t.hash, t.expires_at, t.revoked_at, t.last_used_at, t.role,
    t.user_id, u.name AS user_name, u.is_admin`;

const TOKENS = `
  SELECT ${OF_TOKEN} FROM access_tokens t JOIN users u ON u.id = t.user_id`;

const SESSIONS = `
  SELECT ${OF_TOKEN}, s.id AS session_id, s.hash AS session_hash,
    s.last_used_at AS session_used_at, s.expires_at AS session_ends_at
  FROM sessions s JOIN access_tokens t ON t.id = s.token_id JOIN users u ON u.id = t.user_id`;

// `= (SELECT ?)`, because with `= ?` SQLite plans a join again at every execution, for the bound values.
const FIND_KEY = `${KEYS} WHERE k.hash = (SELECT ?)`;
const FIND_SESSION = `${SESSIONS} WHERE s.hash = (SELECT ?)`;
const FIND_TOKEN = `${TOKENS} WHERE t.hash = (SELECT ?)`;

/** Maximum number of keys or tokens that one statement looks up. */
const IDS_PER_QUERY = 500;

function keyIdentity(row: KeyRow): ApiKeyIdentity {
  return {
    kind: 'api_key',
    id: row.id,
    name: row.name,
    expiresAt: row.expires_at,
    scopes: storedScopes(row.scopes),
    project:
      row.archived_at === null
        ? { id: row.project_id, slug: row.slug, name: row.project_name }
        : null,
  };
}

function tokenIdentity(row: TokenRow): AccessTokenIdentity {
  return {
    kind: 'access_token',
    id: row.id,
    expiresAt: row.expires_at,
    role: storedRole(row.role),
    user: { id: row.user_id, name: row.user_name, isAdmin: Boolean(row.is_admin) },
    session: null,
  };
}

function sessionIdentity(row: SessionRow): AccessTokenIdentity {
  return {
    ...tokenIdentity(row),
    session: { id: row.session_id, expiresAt: row.session_ends_at },
  };
}

/**
 * Identifies the owner of a request's key or token with one query by an indexed hash. Nothing is cached, so a
 * revocation takes effect at once.
 */
@Injectable()
export class Authenticator {
  constructor(
    private readonly database: Database,
    private readonly guesses: GuessLimit,
    private readonly lastUse: LastUse,
  ) {}

  /**
   * @param header the Authorization header
   * @param address the address whose wrong guesses are counted
   * @throws MetarunError `unauthenticated`, or `rate_limited` for wrong credentials after too many others
   */
  async identify(header: string | undefined, address: string): Promise<Identity> {
    if (header === undefined || header.trim() === '')
      throw new MetarunError(
        'unauthenticated',
        'Credentials are missing: send the header `Authorization: Bearer <key>`.',
      );
    const bearer = readBearer(header);
    if (bearer === null) {
      await this.guesses.wrong(address);
      throw new MetarunError(
        'unauthenticated',
        'The Authorization header must read `Bearer <key>`, with an API key (mrk_…) or an access token (mrt_…).',
      );
    }
    return this.identifySecret(bearer, address);
  }

  /**
   * Identifies the owner of a key or token that was not sent in the Authorization header.
   * @throws MetarunError as {@link identify} does
   */
  async identifySecret({ prefix, secret }: ReadSecret, address: string): Promise<Identity> {
    const hash = hashSecret(secret);
    const identity = await this.guesses.lookUp<Identity>(address, hash, () =>
      prefix === 'mrk_'
        ? this.find(FIND_KEY, 'api_keys', hash, keyIdentity)
        : this.find(FIND_TOKEN, 'access_tokens', hash, tokenIdentity),
    );
    if (identity === null) {
      await this.guesses.wrong(address);
      throw new MetarunError(
        'unauthenticated',
        'The key or token is not valid, has expired or has been revoked.',
      );
    }
    return identity;
  }

  /**
   * Identifies the token behind the session of a cookie.
   * @throws MetarunError as {@link identify} does
   */
  async identifySession(secret: string, address: string): Promise<AccessTokenIdentity> {
    const hash = hashSecret(secret);
    const identity = await this.guesses.lookUp(address, hash, () => this.findSession(hash));
    if (identity !== null) return identity;
    await this.guesses.wrong(address);
    throw new MetarunError(
      'unauthenticated',
      'The session has ended: sign in again, or send the header `Authorization: Bearer <key>`.',
    );
  }

  /** Returns the identities of those keys, tokens and sessions that are still valid, by {@link credentialId}. */
  async identifyAgain(credentials: Iterable<CredentialRef>): Promise<Map<string, Identity>> {
    const found = new Map<string, Identity>();
    const ids = {
      api_key: new Set<string>(),
      access_token: new Set<string>(),
      session: new Set<string>(),
    };
    for (const one of credentials)
      ids[one.kind === 'access_token' && one.session ? 'session' : one.kind].add(credentialId(one));
    for (const part of splitIds(ids.session)) {
      const sql = `${SESSIONS} WHERE s.id IN (${marks(part)})`;
      const rows = await this.database.query<SessionRow>(sql, part);
      for (const row of rows)
        if (isValid(row) && isOpen(row)) found.set(row.session_id, sessionIdentity(row));
    }
    for (const part of splitIds(ids.api_key)) {
      const rows = await this.database.query<KeyRow>(
        `${KEYS} WHERE k.id IN (${marks(part)})`,
        part,
      );
      for (const row of rows) if (isValid(row)) found.set(row.id, keyIdentity(row));
    }
    for (const part of splitIds(ids.access_token)) {
      const sql = `${TOKENS} WHERE t.id IN (${marks(part)})`;
      const rows = await this.database.query<TokenRow>(sql, part);
      for (const row of rows) if (isValid(row)) found.set(row.id, tokenIdentity(row));
    }
    return found;
  }

  private async findSession(hash: string): Promise<AccessTokenIdentity | null> {
    const [row] = await this.database.queryPrepared<SessionRow>(FIND_SESSION, [hash]);
    if (!row || !sameHash(row.session_hash, hash)) return null;
    if (!isValid(row) || !isOpen(row)) return null;
    const now = Date.now();
    this.lastUse.note('sessions', row.session_id, row.session_used_at, now);
    this.lastUse.note('access_tokens', row.id, row.last_used_at, now);
    return sessionIdentity(row);
  }

  private async find<Row extends CredentialRow, T>(
    sql: string,
    table: 'api_keys' | 'access_tokens',
    hash: string,
    identityOf: (row: Row) => T,
  ): Promise<T | null> {
    const [row] = await this.database.queryShared<Row>(sql, [hash]);
    if (!row || !sameHash(row.hash, hash)) return null;
    if (!isValid(row)) return null;
    this.lastUse.note(table, row.id, row.last_used_at, Date.now());
    return identityOf(row);
  }
}

function isValid({ revoked_at, expires_at }: CredentialRow): boolean {
  return revoked_at === null && (expires_at === null || expires_at > Date.now());
}

function splitIds(ids: ReadonlySet<string>): string[][] {
  const all = [...ids];
  const parts: string[][] = [];
  for (let at = 0; at < all.length; at += IDS_PER_QUERY)
    parts.push(all.slice(at, at + IDS_PER_QUERY));
  return parts;
}

function marks(values: readonly string[]): string {
  return values.map(() => '?').join();
}
