// Two servers on one database behind one address, which receive the requests in turn.
import { readServerConfig, startServer } from '../../dist/server/main.js';
import { answerAs, sendOn, serve } from './local-server.ts';
import { lossy } from './lossy-bus.mjs';

/** Default number of slots of a server, which a pair shares. */
const SLOTS = 8;

/** Starts two servers with these settings, connected by a bus that loses, duplicates and delays messages. */
export async function startPair(env) {
  const options = { bus: lossy };
  const slots = Number(env.METARUN_CONCURRENCY ?? SLOTS);
  const own = { ...env, METARUN_CONCURRENCY: String(Math.ceil(slots / 2)) };
  const servers = [];
  for (let count = 0; count < 2; count += 1)
    servers.push(await startServer(readServerConfig(own), async () => undefined, options));
  let turn = 0;
  const front = await serve(async (request, response) => {
    const { port } = servers[(turn += 1) % servers.length];
    answerAs(await sendOn(request, response, `http://127.0.0.1:${port}`), response);
  });
  return {
    port: front.port,
    close: async () => {
      await front.close();
      await Promise.all(servers.map(({ close }) => close()));
    },
  };
}
