import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { PROJECT_EVENTS, readEvents } from '../support/events.js';
import { NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import { createTask, createTasks, createMetaTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const READERS = sized(2_000, 500);
/** Number of clients that never read their stream. */
const DEAF = 60;
/** Number of log lines, together 9 MB; a run may log 10 MB. */
const LINES = 600;
/** Number of flooding runs, whose output exceeds the kernel's buffers between two processes. */
const FLOODS = 4;
/** Number of tasks that are reported to every client. */
const REPORTED = sized(100, 30);
/** Code of a state in /proc/net/tcp. */
const ESTABLISHED = '01';
const FLOOD = `def run(params, reporter):
    for index in range(${LINES}):
        reporter.log("x" * 15_000)
`;
/** Maximum memory that the streams may add to the server, in MiB. Unread streams without a bound would take more. */
const MOST_MIB = 600;

let server: ServerProcess;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.stop();
});

/** Opens a stream and resolves when its answer begins. `onText` receives its text. */
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

/**
 * Returns how many of these sockets the server still holds open according to the kernel, since paused sockets do not
 * notice their end.
 */
function held(sockets: readonly Socket[]): number {
  const hex = (port: number | undefined): string =>
    (port ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const own = hex(Number(new URL(server.url).port));
  const others = new Set(sockets.map(({ localPort }) => hex(localPort)));
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1);
  const found = lines.flatMap((line) => {
    const [, local = '', remote = '', state] = line.trim().split(/\s+/);
    const is = local.endsWith(`:${own}`) && others.has(remote.slice(-4)) && state === ESTABLISHED;
    return is ? [remote] : [];
  });
  // The kernel may list a socket twice if the table changes during the read.
  return new Set(found).size;
}

function memoryMib(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

it('many event readers, some of which never read, take bounded memory and delay nothing', async () => {
  server = await startServerProcess({
    METARUN_LIMITS: 'streams_per_key=3000,streams_per_project=3000',
  });
  const noOp = await createMetaTask(server, 'python', NO_OP.python);
  const flood = await createMetaTask(server, 'python', FLOOD);
  // The memory that the lines themselves need is allocated before the streams are opened.
  await taskWhen(server, await createTask(server, flood), undefined, 150_000);
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
  expect(held(sockets)).toBe(READERS);

  const tasks = await createTasks(server, [noOp], REPORTED);
  for (const id of tasks) await taskWhen(server, id, undefined, 150_000);
  let last = '';
  for (let index = 0; index < FLOODS; index += 1) {
    last = await createTask(server, flood);
    await taskWhen(server, last, undefined, 150_000);
  }
  const end = new RegExp(`"task_id":"${last}"[^\\n]*"status":"success"`);
  const ended = (text: string): boolean => end.test(text.slice(-1_500));
  await until('every reader to have seen all', () => seen.every(ended));
  for (const text of seen) {
    const ids = [...text.matchAll(/^id: (\d+)\nevent/gm)].map(([, id]) => Number(id));
    expect(ids).toHaveLength(3 * (tasks.length + FLOODS));
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  }
  expect(memoryMib() - before).toBeLessThan(MOST_MIB);

  await until('those that do not read to be dropped', () => held(deaf) === 0, 120_000);
  const resumed = await readEvents(
    server,
    `${PROJECT_EVENTS}?types=log`,
    (events) => events.length === (1 + FLOODS) * LINES,
    { 'Last-Event-ID': '1' },
  );
  expect(resumed.events).toHaveLength((1 + FLOODS) * LINES);
});
