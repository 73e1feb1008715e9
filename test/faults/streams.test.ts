import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { PROJECT_EVENTS, readEvents } from '../support/events.js';
import { NO_OP } from '../support/scripts.js';
import { startServer, type TestServer } from '../support/server.js';
import { createTask, createTasks, createTaskType, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const READERS = 2_000;
/** Of them, those that never read. */
const DEAF = 60;
/** More than the buffers between two processes hold. */
const LINES = 600;
const FLOOD = `def run(params, reporter):
    for index in range(${LINES}):
        reporter.log("x" * 15_000)
`;
/** What 2,000 streams may take beyond what the server had before, in MiB; without a bound those that do not read take more. */
const MOST_MIB = 600;

let server: TestServer;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.stop();
});

/** Opens a stream; resolves once its answer has begun. `onText` gets what comes. */
function openStream(query: string, onText: (text: string) => void): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket.setEncoding('utf8').on('error', reject);
    socket.on('data', (text: string) => {
      resolve(socket);
      onText(text);
    });
    socket.write(
      `GET ${PROJECT_EVENTS}${query} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.apiKey}\r\n\r\n`,
    );
  });
}

function descriptors(): number {
  return readdirSync(`/proc/${server.pid}/fd`).length;
}

function memoryMib(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

it('2,000 readers, of which some never read, take bounded memory and hold nothing up', async () => {
  server = await startServer({ METARUN_MAX_STREAMS_PER_KEY: '3000' });
  const noOp = await createTaskType(server, 'typescript', NO_OP.typescript);
  const flood = await createTaskType(server, 'python', FLOOD);
  // What so many lines take themselves is there before the streams are.
  await taskWhen(server, await createTask(server, flood), undefined, 60_000);
  const before = memoryMib();

  const seen = Array.from({ length: READERS - DEAF }, () => '');
  for (let from = 0; from < seen.length; from += 100)
    await Promise.all(
      seen.slice(from, from + 100).map((_, index) =>
        openStream('?types=status', (text) => {
          seen[from + index] += text;
        }),
      ),
    );
  const deaf = await Promise.all(
    Array.from({ length: DEAF }, () => openStream('', () => undefined)),
  );
  for (const socket of deaf) socket.pause();
  const open = descriptors();
  expect(open).toBeGreaterThan(READERS);

  const tasks = await createTasks(server, [noOp], 100);
  for (const id of tasks) await taskWhen(server, id, undefined, 60_000);
  const last = await createTask(server, flood);
  await taskWhen(server, last, undefined, 60_000);
  const end = new RegExp(`"task_id":"${last}"[^\\n]*"status":"success"`);
  const ended = (text: string): boolean => end.test(text.slice(-1_500));
  await until('every reader to have seen all', () => seen.every(ended), 60_000);
  for (const text of seen) {
    const ids = [...text.matchAll(/^id: (\d+)\nevent/gm)].map(([, id]) => Number(id));
    expect(ids).toHaveLength(3 * 101);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  }
  expect(memoryMib() - before).toBeLessThan(MOST_MIB);

  await until('those that do not read to be dropped', () => descriptors() <= open - DEAF, 90_000);
  const resumed = await readEvents(
    server,
    `${PROJECT_EVENTS}?types=log`,
    (events) => events.length === 2 * LINES,
    { 'Last-Event-ID': '1' },
  );
  expect(resumed.events).toHaveLength(2 * LINES);
}, 240_000);
