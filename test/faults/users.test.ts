/** Scripts run in each sandbox, whether the server's user is root or a user without any rights. */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { LEVELS } from '../../src/sandbox/runtime/sandbox/sandbox.js';
import { runBody } from '../support/inline-script.js';
import { sandbox } from '../support/sandbox.js';
import { LANGUAGES } from '../support/scripts.js';
import { type ServerProcess, startServerProcess, type User } from '../support/server-process.js';

/** As distributions have it; nothing belongs to it. */
const NOBODY: User = { uid: 65_534, gid: 65_534 };
const OWN = process.getuid?.();
const USERS: [string, User | undefined][] =
  OWN === 0
    ? [
        ['root', undefined],
        ['an ordinary user', NOBODY],
      ]
    : [[`the ordinary user ${OWN}, and not root, which these tests do not run as`, undefined]];
// What this machine can do at best, and everything below.
const KINDS = (['bubblewrap', 'namespaces', 'none'] as const).slice(3 - sandbox.report.level);
const ADDS = { python: 'return params["a"] + 1', typescript: 'return params.a + 1;' };

let server: ServerProcess;
afterEach(() => server.stop());

describe.each(USERS)('a server that is %s', (_name, user) => {
  it.each(KINDS)('runs scripts of both languages with the sandbox %s', async (kind) => {
    server = await startServerProcess({ METARUN_SANDBOX: kind }, user);
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
    const uid = user?.uid ?? OWN;
    expect(status).toMatch(new RegExp(`^Uid:\\s+${uid}\\s+${uid}\\s+${uid}\\s`, 'm'));
    if (user) expect(status).toMatch(/^Groups:\s*$/m);
    const ready = await server.call('GET', '/health/ready');
    expect(ready.body).toMatchObject({
      details: { sandbox: { kind, level: LEVELS[kind].level } },
    });
    for (const language of LANGUAGES) {
      const task = await runBody(server, language, ADDS, { params: { a: 1 } });
      expect(task).toMatchObject({ status: 'success', result: 2 });
    }
  });
});
