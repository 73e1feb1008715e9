import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import { KernelUsers } from '../sandbox/kernel-users.js';
import { makeSandbox } from '../sandbox/sandboxes.js';
import { ForkServerSupervisor } from './fork-server-supervisor.js';

/** Maximum duration of a stop, in ms. */
const SOON_MS = 2_000;

const folder = mkdtempSync(join(tmpdir(), 'metarun-supervisor-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a supervisor is closed at once while it asks a Python that does not answer', async () => {
  const executable = join(folder, 'python');
  const asked = join(folder, 'asked');
  writeFileSync(executable, `#!/bin/sh\ntouch ${asked}\nsleep 60\n`, { mode: 0o755 });
  const warnings: string[] = [];
  const builders = { bwrap: null, python: executable, launcher: '' };
  const supervisor = new ForkServerSupervisor(
    {
      python: { executable, readable: [], abi: '', problem: 'It has not answered yet' },
      guestDir: folder,
      sandbox: makeSandbox('none', builders, KernelUsers.ofServer()),
      packages: null,
      backlog: 1,
    },
    (message) => warnings.push(message),
  );
  const server = supervisor.server();
  const failed = expect(server).rejects.toThrow('aborted');
  while (!existsSync(asked)) await delay(10);
  const began = performance.now();
  await supervisor.close();
  expect(performance.now() - began).toBeLessThan(SOON_MS);
  await failed;
  expect(warnings).toEqual([]);
});
