import { beforeAll, beforeEach, expect, it } from '@jest/globals';
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
  'users',
  'members',
  'api_keys',
  'access_tokens',
  'sessions',
  'login_codes',
);
/** Times that the open requests were to be looked at. */
let revoked = 0;
let caller: TokenCaller;
let member: string;
beforeAll(() => {
  bench.bus.subscribe(accessRevoked, () => (revoked += 1));
});
beforeEach(async () => {
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

/** Adds a user who is a member of the project; returns the id. */
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

async function addKey(): Promise<string> {
  const issue = { name: 'key', expiresAt: null, projectId: PROJECT, scopes: [], createdBy: null };
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

/** Signs a browser in by the token of the caller; returns the id of the session. */
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
