import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { findDevServer } from '../../toolkit/dev-server.js';
import { DevHome } from './dev-home.js';
import { watchFolder } from './watch.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-watch-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('changes are dealt with one call at a time, and a failure ends nothing', async () => {
  mkdirSync(join(folder, '.hidden'));
  const seen: string[] = [];
  const errors: unknown[] = [];
  let busy = 0;
  const until = async (done: () => boolean): Promise<void> => {
    while (!done()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const watcher = await watchFolder(
    folder,
    async (paths) => {
      busy += 1;
      seen.push(...paths.map((path) => `${path.slice(folder.length + 1)} ${busy}`));
      if (seen.length === 1) writeFileSync(join(folder, 'b.py'), '');
      await new Promise((resolve) => setTimeout(resolve, 100));
      busy -= 1;
      throw new Error('broken');
    },
    (error) => errors.push(error),
  );
  writeFileSync(join(folder, '.hidden', 'x'), '');
  writeFileSync(join(folder, 'a.py'), '');
  await until(() => errors.length === 2);
  await watcher.close();
  expect([seen, errors.map(String)]).toEqual([
    ['a.py 1', 'b.py 1'],
    ['Error: broken', 'Error: broken'],
  ]);
});

it('commands of a folder find its server until that ends, and there is no second one', async () => {
  const home = new DevHome(folder);
  await home.open(false);
  const address = { url: 'http://dev', token: 'mrt_dev', project: 'd' };
  await home.publish(address);
  expect(await findDevServer(folder)).toMatchObject(address);
  expect(statSync(join(folder, '.metarun/dev.json')).mode & 0o777).toBe(0o600);
  mkdirSync(join(folder, 'inner'));
  expect(await findDevServer(join(folder, 'inner'))).toMatchObject(address);
  await expect(new DevHome(folder).open(false)).rejects.toMatchObject({ code: 'already_running' });
  await new DevHome(join(folder, 'inner')).open(false);
  writeFileSync(join(home.dataDir, 'kept'), '');
  await home.close();
  expect(await findDevServer(folder)).toBeNull();
  await home.open(false);
  expect(statSync(join(home.dataDir, 'kept')).isFile()).toBe(true);
  await home.open(true);
  expect(() => statSync(join(home.dataDir, 'kept'))).toThrow('ENOENT');
});
