import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuOfTree } from '../server.mjs';
import { createCaller, freePort, startService, stopProcess } from './processes.mjs';

const START_MS = 60_000;

/**
 * Starts a Restate server with its defaults and a service with two handlers. A call of the ingress waits for the
 * result.
 */
export async function startRestate() {
  const service = await startService('restate-service.mjs');
  const folder = await mkdtemp(join(tmpdir(), 'metarun-bench-restate-'));
  const [ingress, admin, node] = [await freePort(), await freePort(), await freePort()];
  const server = spawn(program(), ['--no-logo', '--base-dir', folder, '--listen-mode', 'tcp'], {
    env: {
      PATH: process.env.PATH,
      DO_NOT_TRACK: '1',
      RUST_LOG: 'error',
      RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
      RESTATE_ADVERTISED_ADDRESS: `http://127.0.0.1:${node}`,
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
    },
    // The output contains only complaints about files that it would fetch from the network.
    stdio: 'ignore',
  });
  const caller = createCaller(`http://127.0.0.1:${ingress}`);
  await register(`http://127.0.0.1:${admin}`, service.port);
  await until(() => caller.call('/bench/noop', {}));
  return {
    name: 'Restate',
    run: (kind) => caller.call(`/bench/${kind}`, {}),
    cpu: () => cpuOfTree(server.pid) + cpuOfTree(service.child.pid),
    async stop() {
      caller.close();
      await Promise.all([stopProcess(server), stopProcess(service.child)]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the path of the binary, which comes as an optional package per platform, like that of esbuild. */
function program() {
  const name = `@restatedev/restate-server-${process.platform}-${process.arch}`;
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  return join(folder, 'bin/restate-server');
}

async function register(admin, port) {
  const { call, close } = createCaller(admin);
  await until(() => call('/deployments', { uri: `http://127.0.0.1:${port}` }));
  close();
}

async function until(attempt) {
  const last = Date.now() + START_MS;
  for (;;)
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > last) throw error;
      await delay(100);
    }
}
