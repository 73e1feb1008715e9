import { fileURLToPath } from 'node:url';
import { Client } from './client.mjs';
import { prepare } from './load.mjs';
import { createServer } from './server.mjs';

/** The server before bundling, since the trace patches its modules. */
const MODULES = 'dist/modules/cli.js';
const TRACE = fileURLToPath(new URL('trace.mjs', import.meta.url));

/** Name of the work that precedes each mark of bench/trace.mjs or of the client. */
const PARTS = [
  ['received', 'request reaches the server'],
  ['admitted', 'authentication, access'],
  ['validated', 'body read and validated'],
  ['woken', 'task and event inserted'],
  ['claimed', 'dispatched and claimed'],
  ['sent', 'runner or fork found'],
  ['ran', 'script runs'],
  ['settled', 'outcome and event stored'],
  ['heard', 'event reaches the client'],
];

/** Measures each part of a no-op task in ms, from the request to the event, over `count` tasks one after another. */
export async function breakdown({ count, warmUp }) {
  const server = await createServer({ nodeArgs: ['--import', TRACE], program: MODULES });
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
      result[language] = middleHalf(tasks);
    }
    client.close();
    return result;
  } finally {
    await server.remove();
  }
}

/** Returns the means over the tasks in the middle two quartiles of the total time, so that the parts add up to it. */
function middleHalf(tasks) {
  const whole = ({ began, at }) => at - began;
  const sorted = tasks.toSorted((a, b) => whole(a) - whole(b));
  const middle = sorted.slice(Math.floor(tasks.length / 4), Math.ceil((tasks.length * 3) / 4));
  const parts = PARTS.map(([name, what], index) => {
    const from = PARTS[index - 1]?.[0];
    return {
      what,
      ms: mean(middle.map((task) => computeTime(task, name) - computeTime(task, from))),
    };
  });
  return { parts, total: mean(middle.map(whole)) };
}

function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function computeTime({ began, at, marks }, name) {
  if (name === undefined) return began;
  if (name === 'heard') return at;
  const time = marks.get(name);
  if (time === undefined) throw new Error(`bench: the trace has no mark "${name}"`);
  return time;
}
