import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Backups, emptyInstallation, metarun } from '../support/backups.js';
import { FilesClient } from '../support/files-client.js';
import { startServer, type TestServer } from '../support/server.js';
import { CLI, startServerProcess } from '../support/server-process.js';
import { createSchedule, readSchedule } from '../support/schedules.js';
import { NO_OP } from '../support/scripts.js';
import { createMetaTask, createTask, readTask, taskWhen } from '../support/tasks.js';
import { sized } from '../support/size.js';
import { until } from '../support/until.js';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';
import { loadDeliveries, newWebhook } from '../support/webhooks.js';

declare const DATABASE: 'sqlite' | 'postgres';

const SECRET_READER = `
def run(params, reporter):
    return len(reporter.secrets.get("PASSWORD"))
`;
/** So many that the backup is still running when it is stopped. */
const MANY = sized(300, 100);
const SETTINGS = {
  METARUN_NETWORK_RANGES: '127.0.0.1/32',
  METARUN_LIMITS: 'min_schedule_seconds=1',
  METARUN_SHUTDOWN_SECONDS: '0',
};

let server: TestServer;
let files: FilesClient;
let receiver: WebhookReceiver;
let noOp: string;
let readsSecret: string;
const backups = new Backups();

beforeAll(async () => {
  receiver = await startReceiver();
  server = await startServer(SETTINGS);
  files = new FilesClient(server, server.apiKey);
  noOp = await createMetaTask(server, 'python', NO_OP.python);
  readsSecret = await createMetaTask(server, 'python', SECRET_READER);
  const secret = { body: { value: 'correct horse' } };
  await server.call('PUT', '/projects/default/secrets/PASSWORD', secret);
});
afterAll(async () => {
  await backups.remove();
  await server.stop();
  receiver.close();
});

function readManifest(folder: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')) as Record<string, unknown>;
}

async function runRefusedRestore(env: Record<string, string>, folder: string): Promise<string> {
  const { code, stdout, stderr } = await metarun(env, 'restore', folder);
  expect([code, stdout]).toEqual([1, '']);
  return stderr;
}

async function loadText(from: FilesClient, path: string): Promise<string> {
  return (await from.raw(path)).text();
}

async function ready(of: TestServer): Promise<{ details: { queue: Record<string, unknown> } }> {
  const answer = await of.call<{ details: { queue: Record<string, unknown> } }>(
    'GET',
    '/health/ready',
  );
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('a backup that is made while the server works', () => {
  it('a backup restores tasks, files, their versions, and secrets that can be read', async () => {
    await files.put('/notes.md', 'The first text.');
    await files.put('/notes.md', 'The second text.');
    const ended = await createTask(server, noOp);
    await taskWhen(server, ended);
    const folder = await backups.of(server);
    await files.put('/later.md', 'Not in the backup.');

    const copy = await backups.restored(folder, server, startServer, SETTINGS);
    const copied = new FilesClient(copy, copy.apiKey);
    expect((await readTask(copy, ended)).body.status).toBe('success');
    expect(await loadText(copied, '/notes.md')).toBe('The second text.');
    expect((await copied.raw('/later.md')).status).toBe(404);
    const doctor = await metarun(copy.env, 'doctor', '--storage', '--json');
    const { ok, storage } = JSON.parse(doctor.stdout) as { ok: boolean; storage: object };
    expect({ ok, storage }).toMatchObject({ ok: true, storage: { missing: 0, damaged: 0 } });

    await copied.put('/new.md', 'Written after the restore.');
    await until('the index', async () => (await copied.foundPaths('restore')).length > 0);
    expect(await copied.foundPaths('second')).toEqual(['/notes.md']);

    const reading = await createTask(copy, readsSecret);
    expect((await metarun(copy.env, 'resume')).code).toBe(0);
    expect(await taskWhen(copy, reading)).toMatchObject({ status: 'success', result: 13 });
  });

  it('a backup contains every content that its database names, even one deleted meanwhile', async () => {
    const names = Array.from({ length: MANY }, (_, index) => `/many/${index}.md`);
    for (const name of names) await files.put(name, `The content of ${name}.`);
    const folder = backups.next();
    const child = spawn(process.execPath, [CLI, 'backup', folder], { env: server.env });
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    await until('the first content', () => existsSync(join(folder, 'contents')));
    child.kill('SIGSTOP');
    try {
      await files.remove('/many');
      await files.dropVersions('/many');
      expect((await files.raw(names.at(-1) ?? '')).status).toBe(404);
    } finally {
      child.kill('SIGCONT');
    }
    expect(await ended).toBe(0);
    const { contents } = readManifest(folder) as {
      contents: { blobs: number; unreadable: number };
    };
    expect(contents.unreadable).toBe(0);
    expect(contents.blobs).toBeGreaterThanOrEqual(names.length);
  });
});

describe('a restored installation', () => {
  it('a restored installation runs no tasks, schedules or webhooks until an operator resumes it', async () => {
    const { id: hook } = await newWebhook(server, receiver.url, { events: ['task.success'] });
    const { id: schedule } = await createSchedule(server, noOp, { every_seconds: 1 });
    const seen = await until('a first webhook', () => receiver.received.length > 0);
    expect(seen).toBe(true);
    const folder = await backups.of(server);
    await server.call('DELETE', `/projects/default/schedules/${schedule}`);
    await server.call('DELETE', `/projects/default/webhooks/${hook}`);

    const copy = await backups.restored(folder, server, startServerProcess, SETTINGS);
    expect(copy.output.stdout).toContain('PAUSED since');
    expect(copy.output.stdout).toContain('metarun resume');
    const task = await createTask(copy, noOp);
    await copy.restart();
    const before = receiver.received.length;
    const [delivered, tasks] = [await loadDeliveries(copy, hook), await ticks(copy)];
    const { next_at: next } = await readSchedule(copy, schedule);
    await until('two ticks that are overdue', () => Date.now() > Date.parse(next ?? '') + 2_000);
    expect((await readTask(copy, task)).body.status).toBe('pending');
    expect([await loadDeliveries(copy, hook), await ticks(copy)]).toEqual([delivered, tasks]);
    expect(receiver.received).toHaveLength(before);
    expect((await ready(copy)).details.queue).toMatchObject({
      paused: { reason: 'restored', message: expect.stringContaining('metarun resume') },
    });
    for (const probe of ['live', 'ready'])
      expect((await copy.call('GET', `/health/${probe}`, { token: null })).body).toEqual({
        status: 'ok',
        paused: true,
      });

    const resumed = await metarun(copy.env, 'resume', '--json');
    expect(JSON.parse(resumed.stdout)).toEqual({ was_paused: true });
    await taskWhen(copy, task);
    await until('a webhook', () => receiver.received.length > before);
    await until('a tick', async () => (await ticks(copy)) > tasks);
    expect((await ready(copy)).details.queue).not.toHaveProperty('paused');
    await copy.restart();
    expect((await ready(copy)).details.queue).not.toHaveProperty('paused');
  });

  async function ticks(of: TestServer): Promise<number> {
    const path = '/external/v1/projects/default/tasks?limit=200';
    return (await of.call<{ status: string }[]>('GET', path)).body.length;
  }
});

describe('metarun serve --paused', () => {
  it('metarun serve --paused pauses an installation until it is resumed, across restarts', async () => {
    const own = await startServer(SETTINGS);
    try {
      const identifier = await createMetaTask(own, 'python', NO_OP.python);
      await own.close();
      const child = spawn(process.execPath, [CLI, 'serve', '--paused', '--json'], { env: own.env });
      const line = await new Promise<string>((resolve) =>
        child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
      );
      expect(JSON.parse(line)).toMatchObject({ paused: true });
      await new Promise((resolve) => child.once('exit', resolve).kill('SIGTERM'));
      await own.reopen();
      const task = await createTask(own, identifier);
      expect((await ready(own)).details.queue).toMatchObject({ paused: { reason: 'operator' } });
      expect((await metarun(own.env, 'resume')).stdout).toContain('Resumed');
      await taskWhen(own, task);
      expect((await metarun(own.env, 'resume')).stdout).toContain('was not paused');
    } finally {
      await own.stop();
    }
  });
});

describe('metarun restore', () => {
  it('metarun restore refuses a folder or a database that is not empty', async () => {
    const folder = await backups.of(server);
    expect(await runRefusedRestore(server.env, folder)).toContain('is not empty');
    if (DATABASE === 'postgres') {
      const place = await emptyInstallation(server);
      const { METARUN_DATABASE_URL = '' } = server.env;
      const used = { ...place.env, METARUN_DATABASE_URL };
      expect(await runRefusedRestore(used, folder)).toContain('METARUN_DATABASE_URL is not empty');
      expect(readdirSync(place.dataDir)).toEqual([]);
      await place.remove();
    }
    expect((await readTask(server, await createTask(server, noOp))).status).toBe(200);
  });
});
