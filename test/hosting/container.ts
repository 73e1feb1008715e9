import { callerOf, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';
import { mustPodman, podman } from './engine.js';

/** The command that starts the server's container in docs/hosting.md, without its name, port and volume. */
export interface Container {
  readonly name: string;
  /** The server in it, as tests call it. */
  readonly server: Pick<TestServer, 'url' | 'apiKey' | 'adminToken' | 'call'> & TestServer;
}

/** Waits until a container has printed its first credentials, or serves with those given; returns its server. */
export async function serverIn(
  name: string,
  port: number,
  known?: { adminToken: string; apiKey: string },
): Promise<TestServer> {
  const url = `http://127.0.0.1:${port}`;
  const { adminToken, apiKey } = await until(`container ${name} to serve`, async () => {
    const { stdout } = await podman(['logs', name]);
    if (!stdout.includes(' serves http')) return endedReason(name);
    const [, token, key] = /export TOKEN=(mrt_\S+)[^]*export KEY=(mrk_\S+)/.exec(stdout) ?? [];
    return (
      known ?? (token !== undefined && key !== undefined && { adminToken: token, apiKey: key })
    );
  });
  const call = callerOf(() => url, adminToken, apiKey);
  return { url, adminToken, apiKey, call } as TestServer;
}

/** Throws an Error with its output if the container has ended. */
async function endedReason(name: string): Promise<false> {
  const state = await mustPodman(['inspect', '--format', '{{.State.Status}}', name]);
  if (state !== 'exited') return false;
  const { stdout, stderr } = await podman(['logs', name]);
  throw new Error(`container ${name} has ended: ${stdout}${stderr}`);
}
