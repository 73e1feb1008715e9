import { fileURLToPath } from 'node:url';
import { Client } from './client.mjs';
import { prepare } from './load.mjs';
import { createServer } from './server.mjs';

/** The server before it is made of few files: the trace takes hold of its modules. */
const MODULES = 'dist/modules/cli.js';
const TRACE = fileURLToPath(new URL('trace.mjs', import.meta.url));

/** What happens between one mark of bench/trace.mjs (or of the client) and the next. */
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

/** Ms of each part of one no-op task, from the request to the event, over `count` tasks one by one. */
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

/** Means over the tasks between the quartiles of the whole time, so that the parts add up to it. */
function middleHalf(tasks) {
  const whole = ({ began, at }) => at - began;
  const sorted = tasks.toSorted((a, b) => whole(a) - whole(b));
  const middle = sorted.slice(Math.floor(tasks.length / 4), Math.ceil((tasks.length * 3) / 4));
  const parts = PARTS.map(([name, what], index) => {
    const from = PARTS[index - 1]?.[0];
    return { what, ms: mean(middle.map((task) => timeOf(task, name) - timeOf(task, from))) };
  });
  return { parts, total: mean(middle.map(whole)) };
}

function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function timeOf({ began, at, marks }, name) {
  if (name === undefined) return began;
  if (name === 'heard') return at;
  const time = marks.get(name);
  if (time === undefined) throw new Error(`bench: the trace has no mark "${name}"`);
  return time;
}
