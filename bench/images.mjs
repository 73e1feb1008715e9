// Compares runs on a container image with runs without one: no-ops one after another on waiting containers, the first
// run of an image, for which no container waits, and many runs in a pool of 8. As many runs of the interpreter alone
// show the cost of the engine itself. `npm run bench -- images`; `--json` prints JSON. The image is built by the tests
// from the interpreters of this machine. The engine is podman, or TEST_CONTAINER_ENGINE with the arguments in
// TEST_CONTAINER_ARGS.
import { execFile } from 'node:child_process';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { containerImage } from '../test/support/containers/container-image.mjs';
import { Client } from './client.mjs';
import { runMany, SCRIPTS } from './load.mjs';
import { createServer } from './server.mjs';
import { clock, spread } from './statistics.mjs';

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean' }, json: { type: 'boolean' } },
});
const run = promisify(execFile);
const COUNT = flags.quick ? 3 : 20;
const MANY = flags.quick ? 8 : 200;
const COLD = flags.quick ? 1 : 5;
const POOL = 8;
/** Pause before a task, long enough for its container to start, in ms. */
const PAUSE_MS = 2_000;
/** Programs that do nothing, by language. */
const NOTHING = { python: ['python3', '-I', '-c', 'pass'], typescript: ['node', '-e', '0'] };

const image = containerImage();
const server = await createServer({
  env: {
    ...image.settings,
    METARUN_IMAGE_REGISTRIES: 'localhost/',
    METARUN_LIMITS: `idle_containers=${POOL}`,
  },
});
const client = new Client(server);
try {
  await server.start();
  await client.open();
  const report = { load: loadavg()[0], ...(await measure()) };
  console.log(flags.json ? JSON.stringify(report, null, 2) : render(report));
} finally {
  client.close();
  await server.remove();
}

async function measure() {
  const images = `/projects/default/images`;
  const body = { name: 'bench', reference: image.reference };
  const { id } = await client.call('POST', images, server.adminToken, body);
  while ((await client.call('GET', `${images}/${id}`, server.adminToken)).state !== 'ready')
    await delay(200);
  const found = {};
  for (const language of ['python', 'typescript']) {
    const script = SCRIPTS[language];
    const more = language === 'typescript' ? { runtime: 'node' } : {};
    const without = await client.createMetaTask(language, script, {
      name: `${language}, without`,
      ...more,
    });
    const on = await client.createMetaTask(language, script, {
      name: language,
      docker_image_id: id,
    });
    const cold = [];
    for (let round = 0; round < COLD; round += 1) {
      // No container with these limits is waiting.
      const memory_mb = 200 + round;
      const one = await client.createMetaTask(language, script, {
        name: `${language} ${round}`,
        docker_image_id: id,
        memory_mb,
      });
      cold.push((await client.runTask(one)).total);
      await delay(PAUSE_MS);
    }
    await runMany(client, without, 3, 1);
    await runMany(client, on, 3, 1);
    const times = { on: [], without: [] };
    for (let done = 0; done < COUNT; done += 1)
      for (const [name, identifier] of Object.entries({ on, without })) {
        await delay(PAUSE_MS);
        times[name].push((await client.runTask(identifier)).total);
      }
    const began = clock();
    await runMany(client, on, MANY, POOL);
    const perSecond = perSecondSince(began);
    const alone = clock();
    await runAlone(NOTHING[language]);
    found[language] = {
      cold: spread(cold),
      waiting: spread(times.on),
      without: spread(times.without),
      perSecond,
      engineAlone: perSecondSince(alone),
    };
  }
  return found;
}

function perSecondSince(began) {
  return Math.round((MANY * 10_000) / (clock() - began)) / 10;
}

/** Runs containers with a program that does nothing, by the command of the engine. */
async function runAlone([program, ...args]) {
  const options = ['run', '--rm', '--network', 'none', '--read-only', '--user', '65534:65534'];
  const limits = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=4096:4096'];
  const start = [...image.args, ...options, ...limits, ...image.runArgs, '--entrypoint', program];
  let left = MANY;
  const worker = async () => {
    while ((left -= 1) >= 0) await run(image.engine, [...start, image.reference, ...args]);
  };
  await Promise.all(Array.from({ length: POOL }, worker));
}

function render({ load, ...languages }) {
  const rows = Object.entries(languages).map(
    ([language, { cold, waiting, without, perSecond, engineAlone }]) =>
      [language, pair(without), pair(waiting), pair(cold), perSecond, engineAlone].join(' | '),
  );
  const head = `language | without an image p50 / p95 ms | on one that waits | on one that starts | runs a second, ${POOL} in flight | the engine alone`;
  return [`load ${load.toFixed(1)}`, head, ...rows].join('\n');
}

function pair({ p50, p95 }) {
  return `${p50.toFixed(1)} / ${p95.toFixed(1)}`;
}
