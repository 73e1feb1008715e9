/** Tests backups independently of the database: their files, refusals, the key, and contents in a bucket. */
import {
  cpSync,
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
import { startS3 } from '../support/s3-server.js';
import { startServer, type TestServer } from '../support/server.js';
import { startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';

/** Number of kinds of damage that `restore --check` is also tested with; it reads a backup as a restore does. */
const CHECKED = sized(4, 1);
const SETTINGS = { METARUN_SHUTDOWN_SECONDS: '0' };

let server: TestServer;
const backups = new Backups();
let made: Promise<string> | null = null;

beforeAll(async () => {
  server = await startServer(SETTINGS);
  const secret = { body: { value: 'correct horse' } };
  await server.call('PUT', '/projects/default/secrets/PASSWORD', secret);
  await new FilesClient(server, server.apiKey).put('/one.md', 'A content to be damaged.');
});
afterAll(async () => {
  await backups.remove();
  await server.stop();
});

/** Returns the folder of a shared backup that no test changes. */
function backup(): Promise<string> {
  return (made ??= backups.of(server));
}

async function copyOfBackup(): Promise<string> {
  const folder = backups.next();
  cpSync(await backup(), folder, { recursive: true });
  return folder;
}

async function runRefusedRestore(env: Record<string, string>, folder: string): Promise<string> {
  const { code, stdout, stderr } = await metarun(env, 'restore', folder);
  expect([code, stdout]).toEqual([1, '']);
  return stderr;
}

async function loadText(from: FilesClient, path: string): Promise<string> {
  return (await from.raw(path)).text();
}

describe('a backup', () => {
  it('only the owner can read the files of a backup', async () => {
    const folder = await backup();
    for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
      expect([name, statSync(join(folder, name)).mode & 0o077]).toEqual([name, 0]);
  });

  it('metarun backup refuses a folder that is not empty and leaves its files alone', async () => {
    const folder = backups.next();
    mkdirSync(folder);
    writeFileSync(join(folder, 'mine'), 'text');
    const { code, stderr } = await metarun(server.env, 'backup', folder);
    expect([code, readdirSync(folder)]).toEqual([1, ['mine']]);
    expect(stderr).toContain('is not empty');
  });
});

describe('metarun restore', () => {
  it('metarun restore refuses a damaged backup, names the damage, and writes nothing', async () => {
    const folder = await copyOfBackup();
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
    for (const [number, [damage, named]] of damages.entries()) {
      damage();
      expect(await runRefusedRestore(place.env, folder)).toContain(named);
      expect(readdirSync(place.dataDir)).toEqual([]);
      if (number < CHECKED)
        expect((await metarun(place.env, 'restore', '--check', folder)).code).toBe(1);
      if (!existsSync(path)) writeFileSync(path, sound);
    }
    await place.remove();
  });

  it('metarun restore refuses the backup of a newer version', async () => {
    const folder = await copyOfBackup();
    const text = readFileSync(join(folder, 'backup.json'), 'utf8');
    const manifest = JSON.parse(text) as Record<string, unknown>;
    const database = manifest['database'] as { migrations: string[] };
    const newer = [
      { ...manifest, metarun: '99.0.0' },
      { ...manifest, format: 2 },
      { ...manifest, database: { ...database, migrations: [...database.migrations, 'New9'] } },
    ];
    const place = await emptyInstallation(server);
    for (const one of newer) {
      writeFileSync(join(folder, 'backup.json'), JSON.stringify(one));
      expect(await runRefusedRestore(place.env, folder)).toMatch(/newer than this one[^]*or later/);
      expect(readdirSync(place.dataDir)).toEqual([]);
    }
    await place.remove();
  });
});

describe('metarun doctor', () => {
  it('metarun doctor reports unreadable secrets and how to recover them', async () => {
    const folder = await backup();
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
  it('a backup holds the contents of a bucket unless --no-contents leaves them there', async () => {
    const s3 = await startS3();
    const own = await startServer({ ...SETTINGS, ...s3.settings });
    try {
      const stored = new FilesClient(own, own.apiKey);
      await stored.put('/in the bucket.md', 'Kept in a bucket.');
      const folder = await backups.of(own);
      const empty = await emptyInstallation(own);
      expect(await runRefusedRestore(empty.env, folder)).toContain('has files of an installation');
      await empty.remove();
      for (const more of [{ METARUN_STORAGE_PREFIX: 'copy/' }, { METARUN_STORAGE: 'disk' }]) {
        const copy = await backups.restored(folder, own, startServer, more);
        const copied = new FilesClient(copy, copy.apiKey);
        expect(await loadText(copied, '/in the bucket.md')).toBe('Kept in a bucket.');
        await copy.close();
      }
      const without = backups.next();
      const { code } = await metarun(own.env, 'backup', '--no-contents', without);
      expect([code, existsSync(join(without, 'contents'))]).toEqual([0, false]);
      const copy = await backups.restored(without, own, startServer);
      const copied = new FilesClient(copy, copy.apiKey);
      expect(await loadText(copied, '/in the bucket.md')).toBe('Kept in a bucket.');
      await copy.close();
    } finally {
      await own.stop();
      await s3.stop();
    }
  });

  it('metarun backup refuses --no-contents for an installation with its files on disk', async () => {
    const { code, stderr } = await metarun(server.env, 'backup', '--no-contents', backups.next());
    expect(code).toBe(2);
    expect(stderr).toContain('in the data folder');
  });
});
