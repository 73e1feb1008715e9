import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { newId } from '../../base/kernel/ids.js';
import { readServerConfig } from '../../server/core/config.js';
import { Authenticator } from '../auth/authenticator.service.js';
import type { TokenCaller } from '../auth/caller.js';
import { GuessLimit } from '../auth/guess-limit.service.js';
import { issueApiKey, issueToken } from '../auth/issue.js';
import { LastUse } from '../auth/last-use.service.js';
import { accessRevoked } from '../auth/messages.js';
import { SessionsService } from '../auth/sessions/sessions.service.js';
import { TokensService } from '../auth/tokens.service.js';
import { ApiKeysService } from './api-keys.service.js';
import { MembersService } from './members.service.js';
import { Quotas } from './quotas.service.js';
import { UsersService } from './users/users.service.js';

const REF = { id: PROJECT, slug: PROJECT, name: PROJECT };

const bench = useEngineBench(
  'projects',
  'users',
  'members',
  'api_keys',
  'access_tokens',
  'sessions',
  'login_codes',
);
/** Number of checks of the open requests. */
let revoked = 0;
let caller: TokenCaller;
let member: string;
beforeAll(() => {
  bench.bus.subscribe(accessRevoked, () => (revoked += 1));
});
beforeEach(async () => {
  await bench.insert('projects', { id: PROJECT, slug: 'slug', name: 'n', created_at: 0 });
  const admin = await addUser(true);
  member = await addUser(false);
  caller = {
    kind: 'access_token',
    id: await addToken(admin),
    name: 'admin',
    userId: admin,
    role: 'admin',
    scopes: [],
    expiresAt: null,
    isInstallationAdmin: true,
    session: null,
  };
  revoked = 0;
});

/** Adds a user as a member of the project and returns the id. */
async function addUser(isAdmin: boolean): Promise<string> {
  const id = newId();
  await bench.insert('users', { id, name: id, is_admin: isAdmin, created_at: 0 });
  const role = isAdmin ? 'admin' : 'author';
  await bench.insert('members', { project_id: PROJECT, user_id: id, role, created_at: 0 });
  return id;
}

async function addToken(userId: string): Promise<string> {
  const issue = { name: 'token', expiresAt: null, userId, role: 'admin' } as const;
  const { row } = await bench.database.write((tx) => issueToken(tx, issue));
  return row.id;
}

async function addKey(createdBy: string | null = null): Promise<string> {
  const issue = { name: 'key', expiresAt: null, projectId: PROJECT, scopes: [], createdBy };
  const { row } = await bench.database.write((tx) => issueApiKey(tx, issue));
  return row.id;
}

const tokens = (): TokensService => new TokensService(bench.database, bench.bus);
const users = (): UsersService => new UsersService(bench.database, bench.bus);
const quotas = (): Quotas => new Quotas(readServerConfig({}), bench.database);
const members = (): MembersService => new MembersService(bench.database, bench.bus, quotas());
const keys = (): ApiKeysService => new ApiKeysService(bench.database, bench.bus, quotas());

function sessions(): SessionsService {
  const { database, bus } = bench;
  const guesses = new GuessLimit(bus);
  const authenticator = new Authenticator(database, guesses, new LastUse(database));
  return new SessionsService(database, bus, authenticator, guesses);
}

/** Opens a browser session with the caller's token and returns its id. */
async function signIn(): Promise<string> {
  const user = { id: caller.userId, name: caller.name, isAdmin: true };
  const identity = { kind: 'access_token', id: caller.id, expiresAt: null, user } as const;
  const browser = { userAgent: undefined, former: undefined };
  const made = await sessions().open({ ...identity, role: 'admin', session: null }, browser);
  return made.session.id;
}

it.each<[string, () => Promise<unknown>]>([
  ['a session ends', async () => sessions().end(caller, await signIn())],
  ['all sessions end', async () => signIn().then(() => sessions().endAll(caller))],
  ['a token is revoked', async () => tokens().revoke(caller, await addToken(member))],
  ['an API key is revoked', async () => keys().revoke(REF, await addKey())],
  ['a member gets another role', () => members().changeRole(REF, member, 'viewer')],
  ['a member is removed', () => members().remove(REF, member)],
  ['a user is changed', () => users().change(member, { is_admin: false })],
  ['the access of a user ends', () => users().endAccess(caller, member, true)],
  ['a user is deleted', () => users().remove(caller, member)],
])('open requests are looked at once %s', async (_, end) => {
  await end();
  expect(revoked).toBe(1);
});

describe('what is left when a user goes', () => {
  /** Returns the ids of the valid keys. */
  async function validKeys(): Promise<string[]> {
    const sql = 'SELECT id FROM api_keys WHERE revoked_at IS NULL ORDER BY id';
    return (await bench.database.query<{ id: string }>(sql)).map(({ id }) => id);
  }
  const conflict = { code: 'conflict' };

  it.each<[string, () => Promise<unknown>]>([
    ['member', () => members().remove(REF, member)],
    ['user', () => users().remove(caller, member)],
  ])('the keys that a %s has made go, and those of others stay', async (_, remove) => {
    await addKey(member);
    const kept = [await addKey(caller.userId), await addKey()];
    await remove();
    expect(await validKeys()).toEqual(kept.toSorted());
  });

  it('a project keeps an administrator, whatever is done to its members and users', async () => {
    await members().changeRole(REF, member, 'admin');
    await members().changeRole(REF, caller.userId, 'author');
    await expect(members().remove(REF, member)).rejects.toMatchObject(conflict);
    await expect(members().changeRole(REF, member, 'author')).rejects.toMatchObject(conflict);
    await expect(users().remove(caller, member)).rejects.toMatchObject(conflict);
    await members().changeRole(REF, caller.userId, 'admin');
    await users().remove(caller, member);
    expect(await members().list(REF, { limit: 10, offset: 0 })).toHaveLength(1);
  });

  it('the installation keeps an administrator', async () => {
    const { userId } = caller;
    await expect(users().change(userId, { is_admin: false })).rejects.toMatchObject(conflict);
    await expect(users().remove(caller, userId)).rejects.toMatchObject(conflict);
    await users().change(member, { is_admin: true });
    expect(await users().change(userId, { is_admin: false })).toMatchObject({ is_admin: false });
    const other = { ...caller, userId: member };
    await members().changeRole(REF, member, 'admin');
    await users().remove(other, userId);
    await expect(users().change(member, { is_admin: false })).rejects.toMatchObject(conflict);
  });

  it('a key is revoked once, in its own project, and an archived project gets none', async () => {
    const id = await addKey();
    const missing = { code: 'not_found' };
    const elsewhere = { id: 'other', slug: 'other', name: 'other' };
    await expect(keys().revoke(elsewhere, id)).rejects.toMatchObject(missing);
    await keys().revoke(REF, id.toUpperCase());
    await expect(keys().revoke(REF, id)).rejects.toMatchObject(missing);
    await keys().createForOperator({ name: 'key' }, 'slug');
    await bench.database.execute('UPDATE projects SET archived_at = 1');
    const refused = keys().createForOperator({ name: 'key' }, 'slug');
    await expect(refused).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('what is shown of a user', () => {
  const shown = async (id: string) => {
    const { tokens: valid, sessions: open, project_count, last_used_at } = await users().read(id);
    return [valid, open, project_count, last_used_at];
  };

  it('the tokens and sessions that are valid and the projects that are not archived are counted', async () => {
    const { userId } = caller;
    expect(await shown(userId)).toEqual([1, 0, 1, null]);
    const other = await addToken(userId);
    await signIn();
    await bench.insert('projects', {
      id: 'old',
      slug: 'old',
      name: 'o',
      created_at: 0,
      archived_at: 1,
    });
    await bench.insert('members', {
      project_id: 'old',
      user_id: userId,
      role: 'viewer',
      created_at: 0,
    });
    await bench.database.execute('UPDATE access_tokens SET last_used_at = 1 WHERE id = ?', [other]);
    await bench.database.execute('UPDATE access_tokens SET last_used_at = 2 WHERE id <> ?', [
      other,
    ]);
    const used = new Date(2).toISOString();
    expect(await shown(userId)).toEqual([2, 1, 1, used]);
    await bench.database.execute('UPDATE access_tokens SET expires_at = ? WHERE id = ?', [
      Date.now(),
      other,
    ]);
    expect(await shown(userId)).toEqual([1, 1, 1, used]);
    await bench.database.execute('UPDATE sessions SET expires_at = ?', [Date.now()]);
    expect(await shown(userId)).toEqual([1, 0, 1, used]);
    await tokens().revoke(caller, caller.id);
    expect(await shown(userId)).toEqual([0, 0, 1, used]);
  });

  it('users are listed newest first by pages, by a part of their name, and administrators alone', async () => {
    const list = async (
      filter: Partial<Parameters<UsersService['list']>[0]>,
      limit = 10,
      offset = 0,
    ) =>
      (await users().list({ admins: false, ...filter }, { limit, offset })).map(({ name }) => name);
    await bench.database.execute('UPDATE users SET name = ?', ['Ada']);
    for (const name of ['Bob', 'Bobby_x']) {
      await bench.pass(1);
      await users().create({ name, is_admin: name === 'Bob' });
    }
    expect(await list({}, 2)).toEqual(['Bobby_x', 'Bob']);
    expect(await list({}, 2, 2)).toEqual(['Ada', 'Ada']);
    expect(await list({ q: 'BOB' })).toEqual(['Bobby_x', 'Bob']);
    expect(await list({ q: 'y_' })).toEqual(['Bobby_x']);
    expect(await list({ q: 'o_b' })).toEqual([]);
    expect(await list({ admins: true })).toEqual(['Bob', 'Ada']);
  });

  it('the end of access keeps the token and the session of the caller, and counts what has ended', async () => {
    const session = await signIn();
    await signIn();
    await addToken(caller.userId);
    await addKey(caller.userId);
    await addToken(member);
    const own = { ...caller, session: { id: session } } as TokenCaller;
    const ended = await users().endAccess(own, caller.userId, false);
    expect(ended).toEqual({ tokens: 1, sessions: 1, api_keys: 0 });
    expect(await shown(caller.userId)).toEqual([1, 1, 1, null]);
    expect(await users().endAccess(own, caller.userId, true)).toEqual({
      tokens: 0,
      sessions: 0,
      api_keys: 1,
    });
    expect(await shown(member)).toEqual([1, 0, 1, null]);
  });
});
