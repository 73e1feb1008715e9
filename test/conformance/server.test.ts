/** Runs the behaviours of the whole server, over HTTP. */
import { afterAll, beforeAll } from '@jest/globals';
import { stopUnharmed } from '../support/inline-script.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { SERVED_GROUPS } from './behaviours/served.js';
import { conform } from './conform.js';
import { serverFixture } from './server.fixture.js';

let server: ServerProcess;
let pid: number;
let fixture: ReturnType<typeof serverFixture>;
beforeAll(async () => {
  server = await startServerProcess();
  pid = server.pid;
  const workspace = await server.call<{ id: string }>('POST', '/projects/default/workspaces', {
    body: { name: 'Other' },
  });
  await server.call('PUT', '/projects/default/secrets/TOKEN', {
    body: { value: 'correct-horse-"ü"' },
  });
  fixture = serverFixture(server, workspace.body.id);
});
afterAll(() => stopUnharmed(server, pid));

conform(SERVED_GROUPS, (...run) => fixture(...run));
