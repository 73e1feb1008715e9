import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Backups, emptyInstallation, metarun } from '../support/backups.js';
import { FilesClient } from '../support/files-client.js';
import { startServer, type TestServer } from '../support/server.js';
import { CLI, startServerProcess } from '../support/server-process.js';
import { startS3 } from '../support/s3-server.js';
import { SearchClient } from '../support/search-client.js';
import { createSchedule, readSchedule } from '../support/schedules.js';
import { NO_OP } from '../support/scripts.js';
import { createMetaTask, createTask, readTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';
import { deliveriesOf, newWebhook } from '../support/webhooks.js';

declare const DATABASE: 'sqlite' | 'postgres';

const SECRET_READER = `
def run(params, reporter):
    return len(reporter.secrets.get("PASSWORD"))
`;
const SETTINGS = {
  METARUN_NETWORK_RANGES: '127.0.0.1/32',
  METARUN_MIN_SCHEDULE_SECONDS: '1',
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

function manifestOf(folder: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')) as Record<string, unknown>;
}

async function refusalOf(env: Record<string, string>, folder: string): Promise<string> {
  const { code, stdout, stderr } = await metarun(env, 'restore', folder);
  expect([code, stdout]).toEqual([1, '']);
  return stderr;
}

async function textOf(from: FilesClient, path: string): Promise<string> {
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
  it('restores to a whole installation: tasks, files, their versions, and secrets that can be read', async () => {
    await files.put('/notes.md', 'The first text.');
    await files.put('/notes.md', 'The second text.');
    const ended = await createTask(server, noOp);
    await taskWhen(server, ended);
    const folder = await backups.of(server);
    await files.put('/later.md', 'Not in the backup.');

    const copy = await backups.restored(folder, server, SETTINGS);
    const copied = new FilesClient(copy, copy.apiKey);
    expect((await readTask(copy, ended)).body.status).toBe('success');
    expect(await textOf(copied, '/notes.md')).toBe('The second text.');
    expect((await copied.raw('/later.md')).status).toBe(404);
    const doctor = await metarun(copy.env, 'doctor', '--storage', '--json');
    const { ok, storage } = JSON.parse(doctor.stdout) as { ok: boolean; storage: object };
    expect({ ok, storage }).toMatchObject({ ok: true, storage: { missing: 0, damaged: 0 } });

    await copied.put('/new.md', 'Written after the restore.');
    await until(
      'the index',
      async () => (await new SearchClient(copied).paths('restore')).length > 0,
    );
    expect(await new SearchClient(copied).paths('second')).toEqual(['/notes.md']);

    const reading = await createTask(copy, readsSecret);
    expect((await metarun(copy.env, 'resume')).code).toBe(0);
    expect(await taskWhen(copy, reading)).toMatchObject({ status: 'success', result: 13 });
  });

  it('has every content that its database names, whatever is deleted while they are copied', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `/many/${index}.md`);
    for (const name of names) await files.put(name, `The content of ${name}.`);
    const folder = backups.next();
    const child = spawn(process.execPath, [CLI, 'backup', folder], { env: server.env });
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    await until('the first content', () => existsSync(join(folder, 'contents')));
    child.kill('SIGSTOP');
    try {
      await files.remove('/many');
      await files.dropVersions('/many');
      expect((await files.raw(names[299] ?? '')).status).toBe(404);
    } finally {
      child.kill('SIGCONT');
    }
    expect(await ended).toBe(0);
    const { contents } = manifestOf(folder) as { contents: { blobs: number; unreadable: number } };
    expect(contents.unreadable).toBe(0);
    expect(contents.blobs).toBeGreaterThanOrEqual(names.length);
  });

  it('can be read by its owner alone', async () => {
    const folder = await backups.of(server);
    for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
      expect([name, statSync(join(folder, name)).mode & 0o077]).toEqual([name, 0]);
  });

  it('is refused a folder that is not empty, and the file in it stays', async () => {
    const folder = backups.next();
    mkdirSync(folder);
    writeFileSync(join(folder, 'mine'), 'text');
    const { code, stderr } = await metarun(server.env, 'backup', folder);
    expect([code, readdirSync(folder)]).toEqual([1, ['mine']]);
    expect(stderr).toContain('is not empty');
  });
});

describe('a restored installation', () => {
  it('runs no task, ticks no schedule and sends no webhook until the operator resumes it, whatever is restarted', async () => {
    const { id: hook } = await newWebhook(server, receiver.url, { events: ['task.success'] });
    const { id: schedule } = await createSchedule(server, noOp, { every_seconds: 1 });
    const seen = await until('a first webhook', () => receiver.received.length > 0);
    expect(seen).toBe(true);
    const folder = await backups.of(server);
    await server.call('DELETE', `/projects/default/schedules/${schedule}`);
    await server.call('DELETE', `/projects/default/webhooks/${hook}`);

    const copy = await backups.restoredProcess(folder, server, SETTINGS);
    expect(copy.output.stdout).toContain('PAUSED since');
    expect(copy.output.stdout).toContain('metarun resume');
    const task = await createTask(copy, noOp);
    await copy.restart();
    const before = receiver.received.length;
    const [delivered, tasks] = [await deliveriesOf(copy, hook), await ticks(copy)];
    const { next_at: next } = await readSchedule(copy, schedule);
    await until('two ticks that are overdue', () => Date.now() > Date.parse(next ?? '') + 2_000);
    expect((await readTask(copy, task)).body.status).toBe('pending');
    expect([await deliveriesOf(copy, hook), await ticks(copy)]).toEqual([delivered, tasks]);
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
  it('pauses an installation until it is resumed, whether the next start says so or not', async () => {
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
  it('refuses a damaged backup, names what is damaged, and writes nothing', async () => {
    await files.put('/one.md', 'A content to be damaged.');
    const folder = await backups.of(server);
    const [path = ''] = readdirSync(join(folder, 'contents'), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, 'contents', name))
      .filter((name) => statSync(name).isFile());
    const sound = readFileSync(path);
    const place = await emptyInstallation(server);
    const damages: [() => void, string][] = [
      [() => writeFileSync(path, Buffer.alloc(sound.length, 'x')), path.slice(-64)],
      [() => rmSync(path), path.slice(-64)],
      [() => writeFileSync(join(folder, 'secret.key'), 'another'), 'secret.key'],
      [() => rmSync(join(folder, 'backup.json')), 'backup.json'],
    ];
    for (const [damage, named] of damages) {
      damage();
      expect(await refusalOf(place.env, folder)).toContain(named);
      expect(readdirSync(place.dataDir)).toEqual([]);
      expect((await metarun(place.env, 'restore', '--check', folder)).code).toBe(1);
      if (!existsSync(path)) writeFileSync(path, sound);
    }
    await place.remove();
  });

  it('refuses a folder, and a database, that is not empty', async () => {
    const folder = await backups.of(server);
    expect(await refusalOf(server.env, folder)).toContain('is not empty');
    if (DATABASE === 'postgres') {
      const place = await emptyInstallation(server);
      const { METARUN_DATABASE_URL = '' } = server.env;
      const used = { ...place.env, METARUN_DATABASE_URL };
      expect(await refusalOf(used, folder)).toContain('METARUN_DATABASE_URL is not empty');
      expect(readdirSync(place.dataDir)).toEqual([]);
      await place.remove();
    }
    expect((await readTask(server, await createTask(server, noOp))).status).toBe(200);
  });

  it('refuses the backup of a newer version', async () => {
    const folder = await backups.of(server);
    const manifest = manifestOf(folder);
    const database = manifest['database'] as { migrations: string[] };
    const newer = [
      { ...manifest, metarun: '99.0.0' },
      { ...manifest, format: 2 },
      { ...manifest, database: { ...database, migrations: [...database.migrations, 'New9'] } },
    ];
    const place = await emptyInstallation(server);
    for (const one of newer) {
      writeFileSync(join(folder, 'backup.json'), JSON.stringify(one));
      expect(await refusalOf(place.env, folder)).toMatch(/newer than this one[^]*or later/);
      expect(readdirSync(place.dataDir)).toEqual([]);
    }
    await place.remove();
  });
});

describe('metarun doctor', () => {
  it('reports secrets that cannot be read, and what to do', async () => {
    const folder = await backups.of(server);
    const copy = await emptyInstallation(server, SETTINGS);
    expect((await metarun(copy.env, 'restore', folder)).code).toBe(0);
    const key = join(copy.dataDir, 'secret.key');
    const right = readFileSync(key);
    for (const wrong of [null, `${Buffer.alloc(32, 7).toString('base64')}\n`]) {
      rmSync(key);
      if (wrong !== null) writeFileSync(key, wrong);
      const { code, stdout } = await metarun(copy.env, 'doctor');
      expect(code).toBe(1);
      expect(stdout).toMatch(/^failed +secrets: \d of \d stored secrets cannot be read/m);
      expect(stdout).toContain('Restore secret.key from the backup');
      if (wrong === null) writeFileSync(key, right);
    }
    const started = await startServerProcess(copy.env);
    await started.stop();
    expect(started.output.stderr).toContain('stored secrets cannot be read');
    writeFileSync(key, right);
    expect((await metarun(copy.env, 'doctor')).stdout).toMatch(/^ok +secrets: \d stored/m);
    await copy.remove();
  });
});

describe('files in a bucket', () => {
  it('are in the backup, and restored into an empty bucket or a data folder; or they stay, with --no-contents', async () => {
    const s3 = await startS3();
    const own = await startServer({ ...SETTINGS, ...s3.settings });
    try {
      const stored = new FilesClient(own, own.apiKey);
      await stored.put('/in the bucket.md', 'Kept in a bucket.');
      const folder = await backups.of(own);
      const empty = await emptyInstallation(own);
      expect(await refusalOf(empty.env, folder)).toContain('has files of an installation');
      await empty.remove();
      for (const more of [{ METARUN_STORAGE_PREFIX: 'copy/' }, { METARUN_STORAGE: 'disk' }]) {
        const copy = await backups.restored(folder, own, more);
        const copied = new FilesClient(copy, copy.apiKey);
        expect(await textOf(copied, '/in the bucket.md')).toBe('Kept in a bucket.');
        await copy.close();
      }
      const without = backups.next();
      const { code } = await metarun(own.env, 'backup', '--no-contents', without);
      expect([code, existsSync(join(without, 'contents'))]).toEqual([0, false]);
      const copy = await backups.restored(without, own);
      const copied = new FilesClient(copy, copy.apiKey);
      expect(await textOf(copied, '/in the bucket.md')).toBe('Kept in a bucket.');
      await copy.close();
    } finally {
      await own.stop();
      await s3.stop();
    }
  });

  it('are what --no-contents is for, and nothing else', async () => {
    const { code, stderr } = await metarun(server.env, 'backup', '--no-contents', backups.next());
    expect(code).toBe(2);
    expect(stderr).toContain('in the data folder');
  });
});
