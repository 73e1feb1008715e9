import { setTimeout as delay } from 'node:timers/promises';
import { Client } from './client.mjs';
import { runMany, SCRIPTS } from './load.mjs';
import { spread } from './statistics.mjs';

/**
 * Measures TypeScript no-ops on Node, on a running server: with a pause before each, in which a process for it starts,
 * and without pauses.
 */
export async function onNode(server, { count, pauseMs, warmUp }) {
  const client = new Client(server);
  await client.open();
  const identifier = await client.createMetaTask('typescript', SCRIPTS.typescript, {
    runtime: 'node',
  });
  await runMany(client, identifier, warmUp, 1);
  const waiting = [];
  for (let done = 0; done < count; done += 1) {
    await delay(pauseMs);
    waiting.push(...(await runMany(client, identifier, 1, 1)));
  }
  const following = await runMany(client, identifier, count, 1);
  client.close();
  const total = (results) => spread(results.map((each) => each.total));
  return { waiting: total(waiting), following: total(following) };
}
