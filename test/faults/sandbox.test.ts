/** Tests the network of scripts in each available sandbox, and what a killed server leaves behind. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LEVELS } from '../../src/sandbox/runtime/sandbox/sandbox.js';
import { refusedStart } from '../support/cli.js';
import { allEnd, listDescendants } from '../support/processes.js';
import { sandbox } from '../support/sandbox.js';
import { LANGUAGES } from '../support/scripts.js';
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
const BUSY = {
  python:
    'import subprocess\ndef run(params, reporter):\n    subprocess.Popen(["sleep", "300"], start_new_session=True)\n    reporter.set_phase("Working")\n    while True: pass\n',
  typescript: 'export async function run(p, r) { r.setPhase("Working"); for (;;); }',
};
// The best sandbox of this machine and all weaker ones.
const KINDS = (['bubblewrap', 'namespaces', 'none'] as const).slice(3 - sandbox.report.level);

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
      // The sandbox has this level, so the server starts.
      METARUN_SANDBOX_MIN_LEVEL: String(LEVELS[kind].level),
      METARUN_NETWORK_RANGES: '127.0.0.1/32',
      METARUN_SHUTDOWN_SECONDS: '0',
      TMPDIR: temporary,
    });
  });
  afterAll(() => server.stop());

  it('a script reaches only permitted addresses, and none without network access', async () => {
    const found = async (network: string): Promise<unknown> => {
      const options = { params: { port: web.port }, metaTask: { network } };
      return (await runScript(server, 'python', ASKS, options)).result;
    };
    const walls = kind !== 'none';
    expect(await found('open')).toEqual(['hello', 'PermissionError', walls, false]);
    expect(await found('none')).toEqual(['PermissionError', 'PermissionError', false, false]);
  });

  it('a killed server leaves no script process or connection, and the next start removes its socket', async () => {
    const [first] = folders();
    const type = await createMetaTask(server, 'python', HOLDS, { network: 'open' });
    const id = await createTask(server, type, { port: web.port });
    await taskWhen(server, id, (task) => task.current_phase === 'Holding');
    for (const language of LANGUAGES) {
      const busy = await createMetaTask(server, language, BUSY[language]);
      const task = await createTask(server, busy);
      await taskWhen(server, task, ({ current_phase: phase }) => phase === 'Working');
    }
    const guests = listDescendants(server.pid);
    expect(guests.length).toBeGreaterThan(3);
    await server.end('SIGKILL');
    await allEnd(guests);
    await until('the connection to end', () => web.open() === 0);
    expect(folders()).toEqual([first]);
    await server.restart();
    await until('the old folder to be removed', () => !folders().includes(first ?? ''));
    expect(folders()).toHaveLength(1);
    await server.end('SIGTERM');
    expect(folders()).toEqual([]);
  });
});

it('a start below METARUN_SANDBOX_MIN_LEVEL is refused with the reason', async () => {
  const { code, stderr } = await refusedStart({
    METARUN_SANDBOX: 'none',
    METARUN_SANDBOX_MIN_LEVEL: '2',
    METARUN_DATA_DIR: join(temporary, 'refused'),
  });
  expect(code).toBe(1);
  expect(stderr).toContain('The sandbox has level 1, and METARUN_SANDBOX_MIN_LEVEL asks for 2');
});
