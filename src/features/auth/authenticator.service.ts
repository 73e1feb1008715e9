import { MetarunError } from '../../base/kernel/errors.js';
import { type Database } from '../../platform/database/database.js';
import { type GuessLimit } from './guess-limit.service.js';
import type { AccessTokenIdentity, ApiKeyIdentity, Identity } from './identity.js';
import { type LastUse } from './last-use.service.js';
import { storedRole, storedScopes } from './roles.js';
import { hashSecret, readBearer, sameHash } from './secrets.js';

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

const KEYS = `
  SELECT k.id, k.hash, k.expires_at, k.revoked_at, k.last_used_at, k.name, k.scopes,
    k.project_id, p.slug, p.name AS project_name, p.archived_at
  FROM api_keys k JOIN projects p ON p.id = k.project_id`;

const TOKENS = `
  SELECT t.id, t.hash, t.expires_at, t.revoked_at, t.last_used_at, t.role,
    t.user_id, u.name AS user_name, u.is_admin
  FROM access_tokens t JOIN users u ON u.id = t.user_id`;

// `= (SELECT ?)`: with `= ?` SQLite plans a join again whenever it runs, for the values that are bound.
const FIND_KEY = `${KEYS} WHERE k.hash = (SELECT ?)`;
const FIND_TOKEN = `${TOKENS} WHERE t.hash = (SELECT ?)`;

/** Keys or tokens that are looked up by one statement. */
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
  };
}

/** Tells whose key or token a request carries. One query by an indexed hash; nothing is remembered, so that a revocation counts at once. */
export class Authenticator {
  constructor(
    private readonly database: Database,
    private readonly guesses: GuessLimit,
    private readonly lastUse: LastUse,
  ) {}

  /**
   * @param header the Authorization header
   * @param address whom to hold wrong guesses against
   * @throws MetarunError `unauthenticated`, or `rate_limited` for a wrong one after too many others
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
    const hash = hashSecret(bearer.secret);
    const identity = await this.guesses.lookUp<Identity>(address, hash, () =>
      bearer.prefix === 'mrk_'
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

  /** Those of the keys and tokens with these ids that are still valid, by id. */
  async identifyAgain(
    credentials: Iterable<Pick<Identity, 'kind' | 'id'>>,
  ): Promise<Map<string, Identity>> {
    const found = new Map<string, Identity>();
    const ids = { api_key: new Set<string>(), access_token: new Set<string>() };
    for (const { kind, id } of credentials) ids[kind].add(id);
    for (const part of partsOf(ids.api_key)) {
      const rows = await this.database.query<KeyRow>(
        `${KEYS} WHERE k.id IN (${marks(part)})`,
        part,
      );
      for (const row of rows) if (isValid(row)) found.set(row.id, keyIdentity(row));
    }
    for (const part of partsOf(ids.access_token)) {
      const sql = `${TOKENS} WHERE t.id IN (${marks(part)})`;
      const rows = await this.database.query<TokenRow>(sql, part);
      for (const row of rows) if (isValid(row)) found.set(row.id, tokenIdentity(row));
    }
    return found;
  }

  private async find<Row extends CredentialRow, T>(
    sql: string,
    table: 'api_keys' | 'access_tokens',
    hash: string,
    identityOf: (row: Row) => T,
  ): Promise<T | null> {
    const [row] = await this.database.query<Row>(sql, [hash]);
    if (!row || !sameHash(row.hash, hash)) return null;
    if (!isValid(row)) return null;
    this.lastUse.note(table, row.id, row.last_used_at, Date.now());
    return identityOf(row);
  }
}

function isValid({ revoked_at, expires_at }: CredentialRow): boolean {
  return revoked_at === null && (expires_at === null || expires_at > Date.now());
}

function partsOf(ids: ReadonlySet<string>): string[][] {
  const all = [...ids];
  const parts: string[][] = [];
  for (let at = 0; at < all.length; at += IDS_PER_QUERY)
    parts.push(all.slice(at, at + IDS_PER_QUERY));
  return parts;
}

function marks(values: readonly string[]): string {
  return values.map(() => '?').join();
}
