import { fileURLToPath } from 'node:url';
import { Client } from './client.mjs';
import { prepare } from './load.mjs';
import { createServer } from './server.mjs';
import { percentile } from './statistics.mjs';

const TRACE = fileURLToPath(new URL('trace.mjs', import.meta.url));

/** What happens between one mark of bench/trace.mjs (or of the client) and the next. */
const PARTS = [
  ['received', 'request reaches the server'],
  ['admitted', 'authentication, access'],
  ['validated', 'body read and validated'],
  ['offered', 'task and event inserted'],
  ['claimed', 'dispatched and claimed'],
  ['sent', 'runner or fork found'],
  ['ran', 'script runs'],
  ['settled', 'outcome and event stored'],
  ['heard', 'event reaches the client'],
];

/** Median ms of each part of one no-op task, from the request to the event, `count` tasks one by one. */
export async function breakdown({ count, warmUp }) {
  const server = await createServer({ nodeArgs: ['--import', TRACE] });
  try {
    await server.start();
    const client = new Client(server);
    await client.open();
    const result = {};
    for (const language of ['typescript', 'python']) {
      const identifier = await prepare(client, language, warmUp);
      const tasks = [];
      for (let index = 0; index < count; index += 1) {
        await server.trace();
        const { began, at } = await client.runTask(identifier);
        tasks.push({ began, at, marks: new Map((await server.trace()).toReversed()) });
      }
      result[language] = medians(tasks);
    }
    client.close();
    return result;
  } finally {
    await server.remove();
  }
}

function medians(tasks) {
  const parts = PARTS.map(([name, what], index) => {
    const from = PARTS[index - 1]?.[0];
    const times = tasks.map((task) => timeOf(task, name) - timeOf(task, from));
    return { what, p50: percentile(times, 0.5) };
  });
  const total = percentile(
    tasks.map(({ began, at }) => at - began),
    0.5,
  );
  return { parts, total };
}

function timeOf({ began, at, marks }, name) {
  if (name === undefined) return began;
  if (name === 'heard') return at;
  const time = marks.get(name);
  if (time === undefined) throw new Error(`bench: the trace has no mark "${name}"`);
  return time;
}
