/** The network of scripts in each sandbox that works here, and after a server that was killed. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sandbox } from '../support/sandbox.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { createTask, createMetaTask, runScript, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import { startWebServer, type WebServer } from '../support/web-server.js';

const ASKS = `
import os, urllib.request
def ask(host, port):
    try:
        return urllib.request.urlopen(f"http://{host}:{port}/", data=b"hello", timeout=10).read().decode()
    except OSError as error:
        return type(error.reason).__name__
def planted():
    try:
        open("/run/metarun/planted", "w").close()
        return True
    except OSError:
        return False
def run(params, reporter):
    reporter.set_phase("Asking")
    found = [ask("127.0.0.1", params["port"]), ask("127.0.0.2", params["port"])]
    return [*found, os.path.exists("/run/metarun/egress.sock"), planted()]
`;
const HOLDS = `
import socket, time
def run(params, reporter):
    held = socket.create_connection(("127.0.0.1", params["port"]))
    reporter.set_phase("Holding")
    time.sleep(600)
`;
// What this machine can do at best, and everything below.
const KINDS = ['bubblewrap', 'namespaces', 'none'].slice(3 - sandbox.report.level);

let web: WebServer;
let server: ServerProcess;
let temporary = '';
beforeAll(async () => {
  web = await startWebServer();
  temporary = mkdtempSync(join(tmpdir(), 'metarun-net-'));
});
afterAll(async () => {
  await web.close();
  rmSync(temporary, { recursive: true });
});

const folders = (): string[] =>
  readdirSync(temporary).filter((name) => name.startsWith('metarun-egress-'));

describe.each(KINDS)('with the sandbox %s', (kind) => {
  beforeAll(async () => {
    server = await startServerProcess({
      METARUN_SANDBOX: kind,
      METARUN_NETWORK_RANGES: '127.0.0.1/32',
      METARUN_SHUTDOWN_SECONDS: '0',
      TMPDIR: temporary,
    });
  });
  afterAll(() => server.stop());

  it('a script reaches what it may; without network it finds no way to it', async () => {
    const found = async (network: string): Promise<unknown> => {
      const options = { params: { port: web.port }, metaTask: { network } };
      return (await runScript(server, 'python', ASKS, options)).result;
    };
    const walls = kind !== 'none';
    expect(await found('open')).toEqual(['hello', 'PermissionError', walls, false]);
    expect(await found('none')).toEqual(['PermissionError', 'PermissionError', false, false]);
  });

  it('kill -9 of a server ends its scripts’ connections, and the next removes its socket', async () => {
    const [first] = folders();
    const type = await createMetaTask(server, 'python', HOLDS, { network: 'open' });
    const id = await createTask(server, type, { port: web.port });
    await taskWhen(server, id, (task) => task.current_phase === 'Holding');
    await server.end('SIGKILL');
    await until('the connection to end', () => web.open() === 0);
    expect(folders()).toEqual([first]);
    await server.restart();
    await until('the old folder to be removed', () => !folders().includes(first ?? ''));
    expect(folders()).toHaveLength(1);
    await server.end('SIGTERM');
    expect(folders()).toEqual([]);
  });
});
