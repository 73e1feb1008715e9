import { Client } from './client.mjs';
import { runMany } from './load.mjs';
import { clock, spread } from './statistics.mjs';

/** Scripts of three durable steps, by language. */
export const STEPS = {
  typescript: `export default async function run(params, reporter) {
  let sum = 0;
  for (const name of ['one', 'two', 'three']) sum += await reporter.step(name, () => 1);
  return sum;
}
`,
  python: `def run(params, reporter):
    return sum(reporter.step(name, lambda: 1) for name in ("one", "two", "three"))
`,
};
const LOOPS = {
  typescript: `export default async function run(params, reporter) {
  reporter.setPhase('Looping');
  for (;;);
}
`,
  python: `def run(params, reporter):
    reporter.set_phase("Looping")
    while True:
        pass
`,
};

/** Measures tasks of three durable steps on a running server, one by one and `inFlight` at a time, by language. */
export async function workflows(server, { count, steady, inFlight, warmUp }) {
  const client = new Client(server);
  await client.open();
  const results = {};
  for (const language of Object.keys(STEPS)) {
    const identifier = await client.createMetaTask(language, STEPS[language]);
    await runMany(client, identifier, warmUp, 1);
    const oneByOne = await runMany(client, identifier, count, 1);
    const began = clock();
    await runMany(client, identifier, steady, inFlight);
    const perSecond = (steady / (clock() - began)) * 1000;
    results[language] = { total: spread(oneByOne.map(({ total }) => total)), perSecond };
  }
  client.close();
  return results;
}

/**
 * Measures the time from the request that cancels a task with a looping script to its `cancelled` event, by language.
 */
export async function cancels(server, count) {
  const client = new Client(server);
  await client.open();
  const results = {};
  for (const language of Object.keys(LOOPS)) {
    const identifier = await client.createMetaTask(language, LOOPS[language]);
    const times = [];
    for (let index = 0; index < count; index += 1)
      times.push(await client.cancelTask(identifier, 'Looping'));
    results[language] = spread(times);
  }
  client.close();
  return results;
}
