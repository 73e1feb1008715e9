import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { rpc } from '../support/mcp.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { createMetaTask, createTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import { getRequests } from './bounds/get-requests.js';
import {
  type Held,
  MEASURED,
  measureIdle,
  measureLeast,
  passesLimit,
  formatHeld,
} from './bounds/held.js';
import { fillWithLargest } from './bounds/largest.js';
import type { Document } from './http-fuzz/requests.js';
import type { Meanings } from './http-fuzz/schema-values.js';

/** Time for which a stream is read, in ms. */
const STREAM_MS = 1_000;
const SHOWN = 10;
/** Maximum CPU time of an idle server in a second, including the measurement, in ms. */
const IDLE_CPU_MS = 60;

type Measured = Held & { what: string };

let server: ServerProcess;
let meanings: Meanings;
beforeAll(async () => {
  server = await startServerProcess(MEASURED);
  meanings = await fillWithLargest(server);
  await until('the index to have all files', async () => (await measureIdle()) < IDLE_CPU_MS);
}, 600_000);
afterAll(() => server.stop());

/** Prints the highest measurements and fails if one exceeds a limit. All are written to `BOUNDS_FILE` if it is set. */
function judge(found: readonly Measured[]): void {
  const lines = found
    .toSorted((one, other) => other.pieceMs - one.pieceMs)
    .map((one) => `${formatHeld(one)}: ${one.what}`);
  const file = process.env['BOUNDS_FILE'];
  if (file !== undefined) appendFileSync(file, `${lines.join('\n')}\n`);
  process.stdout.write(`${lines.slice(0, SHOWN).join('\n')}\n`);
  expect(found.filter(passesLimit)).toEqual([]);
}

async function get(path: string): Promise<string> {
  const abort = new AbortController();
  const isStream = /\/events(\?|$)/.test(path);
  const timer = isStream ? setTimeout(() => abort.abort(), STREAM_MS) : undefined;
  const token = path.startsWith('/external') ? server.apiKey : server.adminToken;
  const accept = isStream ? 'text/event-stream' : '*/*';
  const headers = { authorization: `Bearer ${token}`, accept };
  let bytes = 0;
  try {
    const answer = await fetch(server.url + path, { headers, signal: abort.signal });
    for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).length;
    if (answer.status >= 500) throw new Error(`GET ${path} was answered by ${answer.status}`);
    return `${answer.status}, ${Math.ceil(bytes / 1024)} KiB`;
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    return 'a stream';
  } finally {
    clearTimeout(timer);
  }
}

it('no GET holds the main thread for 50 ms in one piece, 300 ms in all, or grows memory by 64 MiB', async () => {
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as Document;
  const found: Measured[] = [];
  for (const path of getRequests(document, meanings)) {
    let answer = '';
    const held = await measureLeast(async () => (answer = await get(path)));
    found.push({ ...held, what: `GET ${path} (${answer})` });
  }
  judge(found);
}, 900_000);

/** Script calls that read the largest stored objects: group, method and arguments. */
const CALLS: [group: string, method: string, ...args: unknown[]][] = [
  ...['headings.md', 'escapes.txt', 'items.md'].flatMap(
    (name): [string, string, ...unknown[]][] => [
      ['files', 'read', `/${name}`],
      ['files', 'readBytes', `/${name}`],
      ['files', 'readLines', `/${name}`],
      ['files', 'outline', `/${name}`],
      ['files', 'readSection', `/${name}`, 'a-1999'],
    ],
  ),
  ['files', 'list', '/'],
  ['files', 'list', '/', { recursive: true }],
  ['files', 'glob', '**/*'],
  ['files', 'search', 'a', { limit: 100 }],
  ['files', 'search', 'a', { limit: 100, path: '/headings.md' }],
  ['files', 'exists', '/headings.md'],
  ['memory', 'search', 'm', { limit: 50 }],
  ['mcp', 'tools', 'large'],
];

const CALLER = `export async function run({ group, method, args }, reporter) {
  const answer = await reporter[group][method](...args).catch((error) => error.code);
  return answer?.length ?? null;
}`;

it('no call of a script holds the main thread for 50 ms in one piece, 300 ms in all, or grows memory by 64 MiB', async () => {
  const caller = await createMetaTask(server, 'typescript', CALLER, {
    name: 'Caller',
    allow_mcp: true,
  });
  const found: Measured[] = [];
  for (const [group, method, ...args] of CALLS) {
    let answer = '';
    const held = await measureLeast(async () => {
      const id = await createTask(server, caller, { group, method, args });
      const { status, result } = await taskWhen(server, id);
      expect(status).toBe('success');
      answer = JSON.stringify(result);
    });
    found.push({ ...held, what: `${group}.${method}(${JSON.stringify(args)}): ${answer}` });
  }
  judge(found);
}, 600_000);

/** Requests of an MCP client: method and params. */
const MCP_CALLS = (taskId: string): [method: string, params: Record<string, unknown>][] => [
  ['tools/list', {}],
  ['resources/list', {}],
  ...(
    [
      ['find_meta_tasks', { query: '', limit: 100 }],
      ['list_approvals', { limit: 100 }],
      ['list_tasks', { limit: 100 }],
      ['get_task', { task_id: taskId }],
      ['wait_for_task', { task_id: taskId }],
      ['search_files', { query: 'a', limit: 100 }],
      ['read_file', { path: '/headings.md' }],
      ['read_file', { path: '/headings.md', section: 'a-1999' }],
      ['read_file', { path: '/escapes.txt', lines: '1-10' }],
    ] as const
  ).map(([name, args]): [string, Record<string, unknown>] => [
    'tools/call',
    { name, arguments: args },
  ]),
];

it('no request of an MCP client holds the main thread for 50 ms in one piece, 300 ms in all, or grows memory by 64 MiB', async () => {
  const found: Measured[] = [];
  for (const [method, params] of MCP_CALLS(String(meanings['task_id']))) {
    let answer = '';
    const held = await measureLeast(async () => {
      const { status, body } = await rpc(server, method, params);
      expect([status, body.error]).toEqual([200, undefined]);
      answer = `${Math.ceil(JSON.stringify(body).length / 1024)} KiB`;
    });
    found.push({ ...held, what: `${method} ${JSON.stringify(params)} (${answer})` });
  }
  judge(found);
}, 300_000);
