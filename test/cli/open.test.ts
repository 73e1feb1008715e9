/** Tests that `metarun open` gives a link for signing in only to the browser, not to other users of the machine. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runCli, startOnTerminal } from '../support/cli.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';

let server: TestServer;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  server = await sharedServer();
  folder = mkdtempSync(join(tmpdir(), 'metarun-open-'));
  const program = join(folder, 'xdg-open');
  writeFileSync(program, `#!/bin/sh\necho "$@" > ${folder}/opened\n`);
  chmodSync(program, 0o755);
  env = {
    METARUN_URL: server.url,
    METARUN_TOKEN: server.adminToken,
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    DISPLAY: ':0',
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
  };
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('metarun open on a terminal with a screen opens a private page that leads to the login link', async () => {
  const { code, stdout } = await startOnTerminal(['open'], 200, { env }).ended;
  expect(code).toBe(0);
  const [link = ''] = /http:\S+#code=mrc_[\w-]{43}/.exec(stdout) ?? [];
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/ui\/login#code=/);
  const opened = readFileSync(join(folder, 'opened'), 'utf8').trim();
  expect(opened).toBe(join(folder, 'metarun/open.html'));
  expect(readFileSync(opened, 'utf8')).toContain(`url=${link}"`);
  expect(statSync(opened).mode & 0o777).toBe(0o600);
});

it('metarun open without a terminal prints the link and opens no browser', async () => {
  rmSync(join(folder, 'opened'), { force: true });
  const { code, stdout } = await runCli(['open'], { env });
  expect({ code, stdout }).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^http:\S+\/ui\/login#code=mrc_[\w-]{43}\n$/),
  });
  expect(() => statSync(join(folder, 'opened'))).toThrow('ENOENT');
});
