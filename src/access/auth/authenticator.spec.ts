import { beforeEach, describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { newId } from '../../base/kernel/ids.js';
import { Authenticator } from './authenticator.service.js';
import { Authorizer } from './authorizer.service.js';
import type { TokenCaller } from './caller.js';
import { GuessLimit } from './guess-limit.service.js';
import type { AccessTokenIdentity } from './identity.js';
import { issueToken } from './issue.js';
import { LastUse } from './last-use.service.js';
import type { Role } from './roles.js';
import { readBearer } from './secrets.js';
import { IDLE_MS, LONGEST_MS } from './sessions/session-terms.js';
import { SessionsService } from './sessions/sessions.service.js';
import { TokensService } from './tokens.service.js';
import { VisibleProjects } from './visible-projects.service.js';

const PAGE = { limit: 10, offset: 0 };
const ADDRESS = '192.0.2.1';
const GUESSES = 300;

const bench = useEngineBench('projects', 'users', 'members', 'access_tokens', 'sessions');
let authenticator: Authenticator;
let sessions: SessionsService;
beforeEach(async () => {
  const { database, bus } = bench;
  await bench.insert('projects', { id: PROJECT, slug: PROJECT, name: 'name', created_at: 0 });
  const guesses = new GuessLimit(bus);
  authenticator = new Authenticator(database, guesses, new LastUse(database));
  sessions = new SessionsService(database, bus, authenticator, guesses);
});

/** Adds a user with a token, as a member of the project if a role is given. */
async function addUser(
  token: { role?: Role; expiresAt?: number } = {},
  { isAdmin = false, member = null }: { isAdmin?: boolean; member?: Role | null } = {},
): Promise<{ identity: AccessTokenIdentity; secret: string }> {
  const userId = newId();
  await bench.insert('users', { id: userId, name: 'name', is_admin: isAdmin, created_at: 0 });
  if (member !== null)
    await bench.insert('members', {
      project_id: PROJECT,
      user_id: userId,
      role: member,
      created_at: 0,
    });
  const { role = 'admin', expiresAt = null } = token;
  const { secret } = await bench.database.write((tx) =>
    issueToken(tx, { name: 'token', userId, role, expiresAt }),
  );
  const read = readBearer(`Bearer ${secret}`);
  if (read === null) throw new Error('a new token cannot be read');
  const identity = await authenticator.identifySecret(read, ADDRESS);
  if (identity.kind !== 'access_token') throw new Error('a token is not a key');
  return { identity, secret };
}

async function authenticate(identity: AccessTokenIdentity, project?: string): Promise<TokenCaller> {
  const rule = { kind: 'manage', role: 'viewer' } as const;
  const { caller } = await new Authorizer(bench.database).authorize(identity, rule, project);
  if (caller.kind !== 'access_token') throw new Error('a token is not a key');
  return caller;
}

describe('wrong credentials', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['headers', () => authenticator.identify('Basic bmFtZTp3b3Jk', ADDRESS)],
    ['API keys', () => authenticator.identify('Bearer mrk_wrong', ADDRESS)],
    ['access tokens', () => authenticator.identify('Bearer mrt_wrong', ADDRESS)],
    ['cookies', () => authenticator.identifySession('mrs_wrong', ADDRESS)],
    ['tokens of a sign-in', () => sessions.identify({ token: 'wrong' }, ADDRESS)],
    ['codes of a sign-in', () => sessions.identify({ code: 'mrc_wrong' }, ADDRESS)],
  ])('too many %s that are wrong are refused by their address', async (_, guess) => {
    for (let wrong = 0; wrong < GUESSES; wrong += 1)
      await expect(guess()).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(guess()).rejects.toMatchObject({ code: 'rate_limited' });
    const elsewhere = authenticator.identify('Bearer mrk_wrong', '192.0.2.2');
    await expect(elsewhere).rejects.toMatchObject({ code: 'unauthenticated' });
    // Valid credentials are never limited.
    await addUser();
  });
});

describe('a token', () => {
  it('a lesser token of an administrator does not act as an administrator, in a project or outside', async () => {
    const { identity } = await addUser({ role: 'author' }, { isAdmin: true });
    for (const project of [undefined, PROJECT])
      expect(await authenticate(identity, project)).toMatchObject({
        role: 'author',
        isInstallationAdmin: false,
      });
  });

  it('a user has the lesser one of the roles of token and member, also where projects are listed', async () => {
    const pairs = [
      ['admin', 'viewer', 'viewer'],
      ['viewer', 'admin', 'viewer'],
      ['admin', 'author', 'author'],
    ] as const;
    for (const [role, member, expected] of pairs) {
      const { identity } = await addUser({ role }, { member });
      expect(await authenticate(identity, PROJECT)).toMatchObject({ role: expected });
      const listed = await new VisibleProjects(bench.database).list(await authenticate(identity));
      expect(listed).toMatchObject([{ id: PROJECT, role: expected }]);
    }
  });

  it('an archived project is there for nobody', async () => {
    const { identity } = await addUser({}, { isAdmin: true, member: 'admin' });
    await bench.database.execute('UPDATE projects SET archived_at = 1');
    await expect(authenticate(identity, PROJECT)).rejects.toMatchObject({ code: 'not_found' });
    const caller = await authenticate(identity);
    expect(await new VisibleProjects(bench.database).list(caller)).toEqual([]);
  });

  it('a token that is made by one that ends, ends with it at the latest', async () => {
    const expiresAt = Date.now() + 60_000;
    const { identity } = await addUser({ expiresAt });
    const caller = await authenticate(identity);
    const tokens = new TokensService(bench.database, bench.bus);
    const made = await tokens.create(caller, { name: 'other' });
    expect(Date.parse(made.expires_at ?? '')).toBe(expiresAt);
    const later = tokens.create(caller, { name: 'later', expires_in_seconds: 61 });
    await expect(later).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('the tokens of another user are no matter of an administrator of a project', async () => {
    const { identity } = await addUser({}, { member: 'admin' });
    const other = await addUser();
    const tokens = new TokensService(bench.database, bench.bus);
    const caller = await authenticate(identity);
    const { id: user_id } = other.identity.user;
    await expect(tokens.list(caller, user_id, PAGE)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(tokens.create(caller, { name: 'mine', user_id })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(tokens.revoke(caller, other.identity.id)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a session', () => {
  const browser = { userAgent: undefined, former: undefined };

  it('a session ends after twelve idle hours, after thirty days and with its token', async () => {
    const { identity } = await addUser();
    const { session, endsAt } = await sessions.open(identity, browser);
    expect(endsAt).toBe(Date.now() + LONGEST_MS);
    const short = await addUser({ expiresAt: Date.now() + 60_000 });
    expect((await sessions.open(short.identity, browser)).endsAt).toBe(Date.now() + 60_000);
    const ref = { ...identity, session: { id: session.id, expiresAt: endsAt } };
    const isThere = async () => (await authenticator.identifyAgain([ref])).has(session.id);
    const set = (column: string, at: number) =>
      bench.database.execute(`UPDATE sessions SET ${column} = ? WHERE id = ?`, [at, session.id]);
    expect(await isThere()).toBe(true);
    await set('last_used_at', Date.now() - IDLE_MS);
    expect(await isThere()).toBe(false);
    await set('last_used_at', Date.now());
    await set('expires_at', Date.now());
    expect(await isThere()).toBe(false);
    await set('expires_at', endsAt);
    await bench.database.execute('UPDATE access_tokens SET revoked_at = 1 WHERE id = ?', [
      identity.id,
    ]);
    expect(await isThere()).toBe(false);
    expect((await authenticator.identifyAgain([identity])).size).toBe(0);
    expect(await sessions.list(await authenticate(identity), PAGE)).toEqual([]);
  });
});
