import { createCaller, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';
import { podman } from './engine.js';

/** Maximum time until a container serves, in ms. */
const START_MS = 120_000;

/** Waits until a container has printed its first credentials, or serves with known ones, and returns its server. */
export async function serverIn(
  name: string,
  port: number,
  known?: { adminToken: string; apiKey: string },
): Promise<TestServer> {
  const url = `http://127.0.0.1:${port}`;
  const credentials = async (): Promise<typeof known | false> => {
    const { stdout } = await podman(['logs', name]);
    const [, token = '', key = ''] =
      /export TOKEN=(mrt_\S+)[^]*export KEY=(mrk_\S+)/.exec(stdout) ?? [];
    if (!stdout.includes(' serves http')) return false;
    return known ?? { adminToken: token, apiKey: key };
  };
  const found = await until(`container ${name} to serve`, credentials, START_MS).catch(
    async (error: Error) => {
      const { stdout, stderr } = await podman(['logs', '--tail', '20', name]);
      throw new Error(`${error.message}\n${stdout}${stderr}`, { cause: error });
    },
  );
  const { adminToken, apiKey } = found;
  const call = createCaller(() => url, adminToken, apiKey);
  return { url, adminToken, apiKey, call } as TestServer;
}
