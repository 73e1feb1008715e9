import { existsSync } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FilesClient } from '../support/files-client.js';
import { type HostedServer, startServer } from '../support/server.js';
import { until } from '../support/until.js';

const HOUR_MS = 60 * 60 * 1000;

describe('contents that a crash left behind', () => {
  let server: HostedServer;

  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  async function leave(folder: string, id: string, ageMs: number): Promise<string> {
    const path = join(server.dataDir, 'blobs', folder, id);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, 'left');
    const then = (Date.now() - ageMs) / 1000;
    await utimes(path, then, then);
    return path;
  }

  async function stored(): Promise<number> {
    const entries = await readdir(join(server.dataDir, 'blobs'), {
      recursive: true,
      withFileTypes: true,
    });
    return entries.filter((entry) => entry.isFile()).length;
  }

  it('overwrites, deletions and refused writes leave no unreferenced content behind', async () => {
    const files = new FilesClient(server, server.apiKey);
    for (const content of ['one', 'two', 'three']) await files.put('/a/replaced', content);
    await files.put('/a/b/deleted', 'x');
    await files.remove('/a/b');
    expect(await stored()).toBe(4);
    await files.put('/a', 'in the way of a directory');
    expect(await stored()).toBe(4);
    await files.fetch('/versions?path=/a', { method: 'DELETE' });
    expect(await stored()).toBe(1);
  });

  it('orphaned content older than an hour is deleted on the next start', async () => {
    const files = new FilesClient(server, server.apiKey);
    await files.put('/kept.txt', 'earlier');
    await files.put('/kept.txt', 'kept');
    for (const id of await readdir(join(server.dataDir, 'blobs'), { recursive: true }))
      await utimes(join(server.dataDir, 'blobs', id), 1, 1);
    const old = await leave('ab', 'ab111111-1111-4111-8111-111111111111', 2 * HOUR_MS);
    const unfinished = await leave('unfinished', 'old', 2 * HOUR_MS);
    const young = await leave('ab', 'ab111111-1111-4111-8111-111111111112', HOUR_MS / 2);
    await server.reopen();
    while (existsSync(old) || existsSync(unfinished)) await setImmediate();
    expect(existsSync(young)).toBe(true);
    const again = new FilesClient(server, server.apiKey);
    expect(await (await again.raw('/kept.txt')).text()).toBe('kept');
    const [, earlier] = await again.versions('/kept.txt');
    expect(await (await again.version(earlier?.id ?? '')).text()).toBe('earlier');
  });

  it('orphaned content is swept repeatedly while the server runs', async () => {
    const busy = await startServer({ METARUN_CONTENT_SWEEP_SECONDS: '1' });
    try {
      const files = new FilesClient(busy, busy.apiKey);
      await files.put('/f', 'kept');
      for (let n = 0; n < 3; n += 1) {
        const id = `ab111111-1111-4111-8111-11111111111${n}`;
        const path = join(busy.dataDir, 'blobs', 'ab', id);
        await mkdir(join(path, '..'), { recursive: true });
        await writeFile(path, 'left');
        await utimes(path, 1, 1);
        await until('it to go', () => !existsSync(path));
      }
      expect(await (await files.raw('/f')).text()).toBe('kept');
    } finally {
      await busy.stop();
    }
  });
});
