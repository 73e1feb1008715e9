/** Tests that scripts run in each sandbox, whether the server's user is root or a user without privileges. */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { LEVELS } from '../../src/sandbox/runtime/sandbox/sandbox.js';
import { runBody } from '../support/inline-script.js';
import { sandbox } from '../support/sandbox.js';
import { LANGUAGES } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { USERS } from '../support/server-users.js';
import { sized } from '../support/size.js';

const OWN = process.getuid?.();
/** Users to test. Other tests already run the sandboxes and the network as the current user. */
const TRIED = sized(USERS, USERS.slice(-1));
// The best sandbox of this machine and all weaker ones.
const KINDS = (['bubblewrap', 'namespaces', 'none'] as const).slice(3 - sandbox.report.level);
const ADDS = { python: 'return params["a"] + 1', typescript: 'return params.a + 1;' };

let server: ServerProcess;
afterEach(() => server.stop());

describe.each(TRIED)('a server that is %s', (_name, user) => {
  it.each(KINDS)('scripts of both languages run with the sandbox %s', async (kind) => {
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
