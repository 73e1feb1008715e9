import { clock, spread } from './statistics.mjs';

export const SCRIPTS = {
  typescript: 'export default async function run() {\n  return null;\n}\n',
  python: 'def run(params, reporter):\n    return None\n',
};

/** Runs `count` tasks, `inFlight` at a time. */
export async function runMany(client, identifier, count, inFlight) {
  const results = [];
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      results.push(await client.runTask(identifier));
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return results;
}

/** Creates a no-op meta-task and runs it until its code is compiled and its processes are warm. */
export async function prepare(client, language, warmUp, inFlight = 8) {
  const identifier = await client.createMetaTask(language, SCRIPTS[language]);
  await runMany(client, identifier, warmUp, Math.min(inFlight, warmUp));
  return identifier;
}

/** Runs tasks one after another, as a single user would. */
export async function sequential(client, identifier, count) {
  const results = await runMany(client, identifier, count, 1);
  const tasks = await client.tasks(identifier, count);
  return {
    total: spread(results.map(({ total }) => total)),
    accepted: spread(results.map(({ accepted }) => accepted)),
    // Figures of the server itself, rounded to ms.
    recorded: spread(
      tasks.map((task) => Date.parse(task.finished_at) - Date.parse(task.created_at)),
    ),
  };
}

/** Starts `size` tasks at once, `rounds` times, to measure the wait of the last one. */
export async function bursts(client, identifier, size, rounds) {
  const results = [];
  const walls = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = clock();
    results.push(...(await runMany(client, identifier, size, size)));
    walls.push(clock() - began);
  }
  return { size, rounds, total: spread(results.map(({ total }) => total)), wall: spread(walls) };
}

/** Keeps `inFlight` tasks in progress. The result includes the CPU time per task, in ms. */
export async function throughput(client, identifier, count, inFlight) {
  const before = cpuNow(client);
  const began = clock();
  const results = await runMany(client, identifier, count, inFlight);
  const seconds = (clock() - began) / 1000;
  const after = cpuNow(client);
  const perTask = (part) => (after[part] - before[part]) / count;
  return {
    count,
    inFlight,
    seconds,
    perSecond: count / seconds,
    cpu: { client: perTask('client'), server: perTask('server'), children: perTask('children') },
    total: spread(results.map(({ total }) => total)),
  };
}

function cpuNow({ server }) {
  const { user, system } = process.cpuUsage();
  return { client: (user + system) / 1000, ...server.cpu() };
}
