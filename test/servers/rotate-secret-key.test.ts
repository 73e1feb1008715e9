/** Tests `metarun rotate-secret-key`: it encrypts all secrets with a new key without storing them again. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import { APPROVALS, asking, ASKS } from '../support/approvals.js';
import { metarun } from '../support/backups.js';
import { refusedStart } from '../support/cli.js';
import { runBody } from '../support/inline-script.js';
import { call, type HostedServer, startServer } from '../support/server.js';
import { MODULES } from '../support/server-process.js';
import { until } from '../support/until.js';
import { isSignedBy, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';
import { newWebhook, sendTest, type Webhook, WEBHOOKS } from '../support/webhooks.js';

declare const DATABASE: 'sqlite' | 'postgres';

const SECRET = '/projects/default/secrets/PASSWORD';
const VALUE = 'kept as it was';
const READS = {
  python: 'return reporter.secrets.get("PASSWORD")',
  typescript: "return await reporter.secrets.get('PASSWORD');",
};

let receiver: WebhookReceiver;
let server: HostedServer;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
afterEach(async () => {
  await server.stop();
});

/** Starts a server whose project has a secret. */
async function serverWithSecret(env: Record<string, string> = {}): Promise<HostedServer> {
  server = await startServer({
    METARUN_NETWORK_RANGES: '127.0.0.1/32',
    METARUN_SHUTDOWN_SECONDS: '0',
    ...env,
  });
  expect((await server.call('PUT', SECRET, { body: { value: VALUE } })).status).toBe(201);
  return server;
}

const newKey = (): string => randomBytes(32).toString('base64');

/** Runs the command and throws if it fails. */
async function rotate(env = server.env, ...args: string[]): Promise<Record<string, unknown>> {
  const answer = await metarun(env, 'rotate-secret-key', ...args, '--json');
  if (answer.code !== 0) throw new Error(answer.stdout + answer.stderr);
  return JSON.parse(answer.stdout) as Record<string, unknown>;
}

/** Returns the error text of a command that must fail. */
async function refusal(env = server.env, ...args: string[]): Promise<string> {
  const { code, stderr } = await metarun(env, 'rotate-secret-key', ...args);
  expect(code).toBeGreaterThan(0);
  return stderr;
}

async function valueReadBy(reader: HostedServer): Promise<unknown> {
  return (await runBody(reader, 'typescript', READS)).result;
}

it('a rotation keeps secrets readable and webhooks signed, and ends links to approvals', async () => {
  await serverWithSecret();
  const { id, secret } = await newWebhook(server, receiver.url);
  const { body: later } = await server.call<Webhook>('POST', `${WEBHOOKS}/${id}/rotate-secret`, {
    body: {},
  });
  const { approval } = await asking(server, 'typescript', ASKS.typescript('"Publish?"'));
  const links = `${APPROVALS}/${approval.id}/links`;
  const { body: link } = await server.call<{ url: string }>('POST', links, {
    body: { name: 'Ada' },
  });
  const { pathname } = new URL(link.url);
  expect((await call(server.url, 'GET', pathname)).status).toBe(200);
  const file = join(server.dataDir, 'secret.key');
  const before = readFileSync(file, 'utf8');
  expect(await refusal()).toMatch(/Another metarun server|Servers work on the database/);
  await server.close();

  expect(await rotate()).toEqual({ ok: true, secrets: 1, webhooks: 1, unreadable: 0, links: 1 });
  const after = readFileSync(file, 'utf8');
  expect(after).not.toBe(before);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(existsSync(`${file}.next`)).toBe(false);

  await server.reopen();
  expect(await valueReadBy(server)).toBe(VALUE);
  await sendTest(server, id);
  const [hook] = await until('the test', () => receiver.received.length > 0 && receiver.received);
  if (hook === undefined) throw new Error('no webhook');
  expect([isSignedBy(secret, hook), isSignedBy(later.secret, hook)]).toEqual([true, true]);
  expect((await call(server.url, 'GET', pathname)).status).toBe(404);
});

/** Runs a rotation that is killed before one of its writes, and returns whether it was killed. */
function isKilled(before: number): Promise<boolean> {
  const load = `--import=${new URL('../support/killed-writer.mjs', import.meta.url).href}`;
  const process = spawn(execPath, [MODULES, 'rotate-secret-key'], {
    env: { ...server.env, NODE_OPTIONS: load, KILL_BEFORE: String(before) },
    stdio: 'ignore',
  });
  return new Promise((resolve) => {
    process.on('exit', (code, signal) => {
      if (signal !== 'SIGKILL' && code !== 0) throw new Error(`the rotation ended with ${code}`);
      resolve(signal === 'SIGKILL');
    });
  });
}

it('a start after a rotation that was killed before any of its writes has the new key and reads all secrets', async () => {
  await serverWithSecret();
  const { id, secret } = await newWebhook(server, receiver.url);
  const keys = (): string[] =>
    readdirSync(server.dataDir).filter((name) => name.startsWith('secret.key'));
  let kills = 0;
  let left = 0;
  for (;;) {
    await server.close();
    const before = readFileSync(join(server.dataDir, 'secret.key'), 'utf8');
    const killed = await isKilled(kills + 1);
    const wasInterrupted = keys().includes('secret.key.next');
    if (wasInterrupted) {
      left += 1;
      expect(
        (await metarun(server.env, 'backup', join(server.dataDir, 'backup'))).stderr,
      ).toContain('A rotation of the key of the secrets was interrupted.');
    }
    await server.reopen();
    expect(await valueReadBy(server)).toBe(VALUE);
    receiver.received.length = 0;
    await sendTest(server, id);
    const [hook] = await until('the test', () => receiver.received.length > 0 && receiver.received);
    expect(hook && isSignedBy(secret, hook)).toBe(true);
    if (wasInterrupted || !killed) {
      expect(keys()).toEqual(['secret.key']);
      expect(readFileSync(join(server.dataDir, 'secret.key'), 'utf8')).not.toBe(before);
    }
    if (!killed) break;
    kills += 1;
  }
  // The writes are the file of the new key, its link, and the removal of its temporary name; on SQLite the commit and
  // its checkpoint; and the final rename.
  expect(kills).toBeGreaterThanOrEqual(DATABASE === 'sqlite' ? 6 : 4);
  expect(left).toBeGreaterThanOrEqual(DATABASE === 'sqlite' ? 4 : 2);
});

it('a start does not serve with a setting that is not the key of secrets that an interrupted rotation has stored', async () => {
  await serverWithSecret();
  const file = join(server.dataDir, 'secret.key');
  const before = readFileSync(file, 'utf8').trim();
  await server.close();
  await rotate();
  const after = readFileSync(file, 'utf8').trim();
  renameSync(file, `${file}.next`);
  const { code, stderr } = await refusedStart({ ...server.env, METARUN_SECRET_KEY: before });
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('A rotation of the key was interrupted'),
  ]);
  expect(stderr).toContain(`METARUN_SECRET_KEY to the content of ${file}.next`);
  writeFileSync(`${file}.next`, 'c2hvcnQ=');
  const spoilt = await refusedStart(server.env);
  expect([spoilt.code, spoilt.stderr]).toEqual([
    1,
    expect.stringContaining(`${file}.next does not hold a key`),
  ]);
  writeFileSync(`${file}.next`, after);
  await server.reopen();
  expect(await valueReadBy(server)).toBe(VALUE);
});

it('a rotation that was interrupted before the file was replaced can be repeated', async () => {
  await serverWithSecret();
  const file = join(server.dataDir, 'secret.key');
  const before = readFileSync(file, 'utf8');
  await server.close();
  await rotate();
  renameSync(file, `${file}.next`);
  writeFileSync(file, before);
  expect(await rotate()).toMatchObject({ ok: true, secrets: 0, unreadable: 0 });
  await server.reopen();
  expect(await valueReadBy(server)).toBe(VALUE);
});

// A commit of PostgreSQL is already on the disk.
(DATABASE === 'sqlite' ? it : it.skip)(
  'a rotation that cannot reach the disk because another process reads the database keeps the old key and is repeated',
  async () => {
    await serverWithSecret();
    await server.close();
    const file = join(server.dataDir, 'secret.key');
    const before = readFileSync(file, 'utf8');
    const reader = new Sqlite(join(server.dataDir, 'metarun.db'));
    reader.exec('BEGIN');
    reader.prepare('SELECT COUNT(*) FROM secrets').get();
    expect(await refusal()).toContain('Another process reads the database');
    expect(readFileSync(file, 'utf8')).toBe(before);
    reader.close();
    expect(await rotate()).toMatchObject({ ok: true, secrets: 0, unreadable: 0 });
    await server.reopen();
    expect(await valueReadBy(server)).toBe(VALUE);
  },
);

it('the key of METARUN_SECRET_KEY is replaced by the key of a file', async () => {
  const [before, after] = [newKey(), newKey()];
  await serverWithSecret({ METARUN_SECRET_KEY: before });
  await server.close();
  const file = join(server.dataDir, 'new.key');
  expect(await refusal()).toContain('--new-key');
  expect(await refusal(server.env, '--new-key', file)).toContain('cannot be read');
  writeFileSync(file, 'c2hvcnQ=');
  expect(await refusal(server.env, '--new-key', file)).toContain('does not hold a key');
  writeFileSync(file, `${before}\n`);
  expect(await refusal(server.env, '--new-key', file)).toContain('the same as the old one');
  writeFileSync(file, `${after}\n`);
  expect(await rotate(server.env, '--new-key', file)).toMatchObject({ secrets: 1, unreadable: 0 });
  const other = await startServer({ ...server.env, METARUN_SECRET_KEY: after });
  try {
    expect(await valueReadBy(other)).toBe(VALUE);
  } finally {
    await other.close();
  }
});

it('a value stored with a third key stays unchanged and is counted', async () => {
  await serverWithSecret({ METARUN_SECRET_KEY: newKey() });
  await server.close();
  const env = { ...server.env, METARUN_SECRET_KEY: newKey() };
  const file = join(server.dataDir, 'new.key');
  writeFileSync(file, newKey());
  expect(await rotate(env, '--new-key', file)).toMatchObject({ secrets: 0, unreadable: 1 });
  await server.reopen();
  expect(await valueReadBy(server)).toBe(VALUE);
});

it('no key is rotated where no secret was ever stored', async () => {
  server = await startServer();
  await server.close();
  expect(await refusal()).toContain('There is no key to rotate');
  expect(await refusal(server.env, '--new-key', '/dev/null')).toContain('Leave it out');
});
