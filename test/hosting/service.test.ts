/** Tests deploy/metarun.service under systemd, in a container that acts as a machine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { LANGUAGES, NO_OP } from '../support/scripts.js';
import { createCaller, type TestServer } from '../support/server.js';
import { createMetaTask, createTask, runScript, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import { buildHere, mustPodman, podman } from './engine.js';
import { blocksFor, buildImage } from './page.js';
import { freePort } from '../support/ports.js';

const MACHINE = 'metarun-machine';
const IMAGE = 'localhost/metarun-machine';
const UNIT = '/opt/metarun/node_modules/metarun/deploy/metarun.service';
/** Maximum time for a change of the unit, in ms. */
const LIMIT_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'metarun-service-'));
let server: TestServer;

function inside(command: string): Promise<string> {
  return mustPodman(['exec', MACHINE, 'bash', '-ec', command]);
}

function journal(): Promise<string> {
  return inside('journalctl --unit metarun --output cat --no-pager');
}

function mainProcess(): Promise<string> {
  return inside('systemctl show --property MainPID --value metarun');
}

beforeAll(async () => {
  await buildImage(folder);
  await podman(['rm', '--force', '--volumes', MACHINE]);
  await buildHere('systemd.Dockerfile', IMAGE);
  const port = await freePort();
  const options = ['--privileged', '--systemd=always', '--no-healthcheck'];
  await mustPodman([
    'run',
    '-d',
    '--name',
    MACHINE,
    ...options,
    '-p',
    `127.0.0.1:${port}:8080`,
    IMAGE,
  ]);
  await until(
    'systemd runs',
    async () => {
      const { stdout } = await podman(['exec', MACHINE, 'systemctl', 'is-system-running']);
      return stdout.startsWith('running');
    },
    LIMIT_MS,
  );
  const [install, ...later] = blocksFor('systemd');
  await inside(install?.text ?? '');
  const [, adminToken = '', apiKey = ''] = await until(
    'the journal has the credentials',
    async () => /TOKEN=(mrt_\S+)[^]*KEY=(mrk_\S+)/.exec(await journal()) ?? false,
    LIMIT_MS,
  );
  // The setting is needed only because there is no proxy on the machine.
  await inside(
    'echo METARUN_HOST=0.0.0.0 >> /etc/metarun/metarun.env && systemctl restart metarun',
  );
  for (const { text } of later) await inside(text);
  const url = `http://127.0.0.1:${port}`;
  server = {
    url,
    adminToken,
    apiKey,
    call: createCaller(() => url, adminToken, apiKey),
  } as TestServer;
  await serves();
}, 600_000);
afterAll(async () => {
  await podman(['rm', '--force', '--volumes', MACHINE]);
  rmSync(folder, { recursive: true, force: true });
});

async function serves(): Promise<void> {
  await until(
    'the server answers',
    () =>
      server.call('GET', '/health/live').then(
        ({ status }) => status === 200,
        () => false,
      ),
    LIMIT_MS,
  );
}

it('the systemd unit passes systemd-analyze verify', async () => {
  const { code, stdout, stderr } = await podman([
    'exec',
    MACHINE,
    'systemd-analyze',
    'verify',
    UNIT,
  ]);
  expect({ code, said: stdout + stderr }).toEqual({ code: 0, said: '' });
});

it('the server under systemd has sandbox level 3 despite the restrictions of the unit', async () => {
  const { body } = await server.call<{ details: { sandbox: object } }>('GET', '/health/ready');
  expect(body.details.sandbox).toMatchObject({ level: 3, kind: 'bubblewrap' });
  const pid = await mainProcess();
  expect(await inside(`stat -c %U /proc/${pid}`)).toBe('metarun');
  expect(await inside(`grep -E "^(CapBnd|NoNewPrivs|Seccomp):" /proc/${pid}/status`)).toBe(
    'CapBnd:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2',
  );
  const namespace = `nsenter --mount --target ${pid} --`;
  expect(await inside(`${namespace} sh -c 'touch /usr/x /etc/x 2>&1 || true'`)).toMatch(
    /Read-only[^]*Read-only/,
  );
});

it.each(LANGUAGES)('the server under systemd runs a script in %s', async (language) => {
  expect(await runScript(server, language, NO_OP[language])).toMatchObject({ status: 'success' });
});

it('a task finishes while systemd restarts the unit', async () => {
  const waits = `import time
def run(params, reporter):
    reporter.set_phase("Working")
    time.sleep(6)
    return reporter.task.attempt
`;
  const id = await createTask(server, await createMetaTask(server, 'python', waits));
  await taskWhen(server, id, ({ current_phase: phase }) => phase === 'Working');
  await inside('systemctl restart metarun');
  await serves();
  expect(await taskWhen(server, id)).toMatchObject({ status: 'success', result: 1 });
});

it('a killed server is restarted by systemd', async () => {
  const killed = await mainProcess();
  await inside(`kill -9 ${killed}`);
  await until(
    'another server',
    async () => {
      const now = await mainProcess();
      return now !== '0' && now !== killed;
    },
    LIMIT_MS,
  );
  await serves();
  expect(await runScript(server, 'python', NO_OP.python)).toMatchObject({ status: 'success' });
});

it('an unknown setting is reported in the journal and ends the restarts', async () => {
  await inside('echo METARUN_CONCURENCY=4 >> /etc/metarun/metarun.env; systemctl restart metarun');
  await until(
    'systemd gives up',
    async () =>
      (await podman(['exec', MACHINE, 'systemctl', 'is-failed', 'metarun'])).stdout.startsWith(
        'failed',
      ),
    LIMIT_MS,
  );
  expect(await journal()).toContain('METARUN_CONCURENCY is not a setting');
});
