// Two servers on one database, behind one address, whose requests go to the one and the other in turns.
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { readServerConfig, startServer } from '../../dist/server/main.js';
import { LossyBus } from './lossy-bus.mjs';

/** Slots of a server by default, which the two of a pair share. */
const SLOTS = 8;

/** Starts two servers with these settings that hear of each other by a bus that loses, doubles and delays what it carries. */
export async function startPair(env) {
  const options = { bus: (product) => new LossyBus(product) };
  const slots = Number(env.METARUN_CONCURRENCY ?? SLOTS);
  const own = { ...env, METARUN_CONCURRENCY: String(Math.ceil(slots / 2)) };
  const servers = [];
  for (let count = 0; count < 2; count += 1)
    servers.push(await startServer(readServerConfig(own), async () => undefined, options));
  const front = await startFront(servers.map(({ port }) => port));
  return {
    port: front.address().port,
    close: async () => {
      front.close();
      front.closeAllConnections();
      await Promise.all(servers.map(({ close }) => close()));
    },
  };
}

async function startFront(ports) {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const front = createServer((asked, answer) => {
    const port = ports[(turn += 1) % ports.length];
    const { method, url: path, headers } = asked;
    const passed = request({ host: '127.0.0.1', port, method, path, headers, agent }, (from) => {
      answer.writeHead(from.statusCode, from.statusMessage, from.rawHeaders);
      answer.flushHeaders();
      from.on('error', () => answer.destroy());
      from.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  return front;
}
