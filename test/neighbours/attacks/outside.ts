import { createServer } from 'node:net';
import { listen } from '../../support/local-server.js';
import { type Attack, prepared } from '../support/attack.js';
import type { Attacker } from '../support/attacker.js';

/** Starts a server that accepts connections but never answers, and returns its port. */
async function silence(attacker: Attacker): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume();
    attacker.after(() => socket.destroy());
  });
  attacker.after(() => server.close());
  return listen(server);
}

/** Attacks that make the server send requests to other hosts. */
export const outside: Attack[] = [
  prepared(
    'webhooks to a receiver that never answers',
    async (attacker) => {
      const port = await silence(attacker);
      for (let n = 0; n < 10; n += 1)
        await attacker.prepare('POST', `${attacker.project}/webhooks`, {
          url: `http://127.0.0.1:${port}/${n}`,
          events: ['task.success'],
        });
      const one = await attacker.define({
        language: 'typescript',
        script: 'export const run = () => null;\n',
      });
      return { tasks: Array.from({ length: 20 }, () => ({ task_type_identifier: one })) };
    },
    (attacker, body) => attacker.ask('POST', `${attacker.external}/tasks/batch`, { body }),
    2,
  ),
  prepared(
    'requests to one who never answers',
    async (attacker) => {
      const port = await silence(attacker);
      return attacker.define({
        language: 'typescript',
        body: `for (;;) await Promise.all(Array.from({ length: 200 }, () => fetch('http://127.0.0.1:${port}/').catch(() => {})));`,
        metaTask: { network: 'restricted', allowed_hosts: [`127.0.0.1:${port}`] },
      });
    },
    (attacker, identifier) => attacker.run(identifier ?? ''),
    8,
  ),
];
