import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fillProject } from './http-fuzz/projects.js';
import { type Actor, type Document, type FuzzRequest, FuzzRequests } from './http-fuzz/requests.js';
import type { Meanings } from './http-fuzz/schema-values.js';
import { type FuzzAnswer, Sender } from './http-fuzz/sender.js';
import { sent } from '../support/http.js';
import { NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';

/** Seed of the requests. `FUZZ_SEED=… FUZZ_FROM=… FUZZ_COUNT=1` repeats one request. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260);
const FROM = Number(process.env['FUZZ_FROM'] ?? 0);
const COUNT = Number(process.env['FUZZ_COUNT'] ?? sized(10_000, 2_000));
/** Number of requests after which deleted objects of the project are created again. */
const ROUND = 2_000;
const AT_ONCE = 16;
/** Maximum time of an answer from an otherwise idle server, in ms. */
const MOST_MS = 2_000;
const DEFECTS_SHOWN = 10;

/** Text in everything that other projects must not see. */
const MARK = 'leaked_0x7f3a';
const INNER_WORKINGS =
  /node_modules|QueryFailedError|SQLITE_[A-Z]|\bSELECT [^.]* FROM |INSERT INTO |\bat \S+ \((file:|node:|\/)|\\n +at |\/(tmp|home|root|work)\/[\w.-]*metarun/;

let server: ServerProcess;
let sender: Sender;
let codes: Set<string>;
beforeAll(async () => {
  server = await startServerProcess();
  sender = new Sender(server.url, AT_ONCE);
  const errors = await readFile('docs/errors.md', 'utf8');
  codes = new Set([...errors.matchAll(/^\| `(\w+)`/gm)].map(([, code = '']) => code));
});
afterAll(async () => {
  sender.close();
  await server.stop();
});

function made<T>(path: string, body: object): Promise<T> {
  return sent(server, 'POST', path, body);
}

/** Returns callers with each kind of access to project "other", and some without any. */
async function createActors(own: Meanings, foreign: Meanings): Promise<Actor[]> {
  const key = (body: object): Promise<{ key: string }> => made('/projects/other/api-keys', body);
  const member = async (role: string): Promise<string> => {
    const { user_id } = await made<{ user_id: string }>('/projects/other/members', {
      name: role,
      role,
    });
    return (await made<{ token: string }>('/auth/tokens', { name: role, user_id })).token;
  };
  const tokens: Record<string, string | null> = {
    key: (await key({ name: 'all' })).key,
    reader: (await key({ name: 'reader', scopes: ['tasks:read', 'files:read'] })).key,
    viewer: await member('viewer'),
    author: await member('author'),
    admin: await member('admin'),
    anonymous: null,
    stranger: `mrk_${'x'.repeat(43)}`,
  };
  // Callers with more rights are used more often, as they can see more.
  const often = [
    'key',
    'admin',
    'author',
    'key',
    'admin',
    'author',
    'key',
    'admin',
    'key',
    'admin',
  ];
  const actors = [...Object.keys(tokens), ...often].map((name) => {
    return { name, token: tokens[name] ?? null, own, foreign };
  });
  // The administrator of the installation may see and delete everything, so it uses only this project.
  return [...actors, { name: 'installation', token: server.adminToken, own, foreign: {} }];
}

function buildMeanings(own: Meanings): Meanings {
  return {
    ...own,
    task_type_identifier: own['task_type'] ?? [],
    ws: own['workspace_id'] ?? [],
    path: [...(own['path'] ?? []), '/', '/a.md', '/a/b.txt'],
    from: own['path'] ?? [],
    to: ['/b.md', '/c/d.md'],
    dir_path: ['/', '/up'],
    glob: ['**/*.md', '*', '[a-c]?.md'],
    q: ['again', 'x'],
    lines: ['1-2', '1-', '-1'],
    script: [NO_OP.typescript, 'export const run = () => 1;', 'not a script', null],
    script_language: ['typescript'],
    params: [{}, { a: 1 }, { a: [1, { b: null }], c: 'text' }],
    params_schema: [
      {},
      { type: 'object', properties: { a: { type: 'integer' } } },
      { type: 'x' },
      null,
    ],
    result_schema: [null, { type: 'integer' }],
    concurrency_key: ['/a', '/b/c', null],
    allowed_hosts: [['api.example.com'], ['*.example.org:8443', '10.0.0.1'], []],
    cron: ['0 0 1 1 *', '@yearly', '30 2 * * MON-FRI', '0 0 31 2 *'],
    every_seconds: [90_000, 315_360_000, null],
    at: ['2031-01-01T00:00:00Z', null],
    time_zone: ['Europe/Berlin', 'UTC', 'America/New_York', 'Mars/Base'],
    url: [
      'https://example.com/x',
      'http://127.0.0.1:9/',
      'http://[::1]/',
      'ftp://x',
      'https://a:b@c/',
    ],
    run_at: ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00+02:00', null],
    cursor: ['1', '0', 'WyJhIl0', '01900000-0000-7000-8000-000000000000'],
    types: ['status', 'log,phase', 'log'],
    hash: ['0'.repeat(64), null],
    value: ['a secret', 'é'],
  };
}

/** Returns the defect of an answer; null if there is none. */
function findDefect(
  { actor, method, path }: FuzzRequest,
  { status, type, text }: FuzzAnswer,
): string | null {
  if (status === 0) return `no answer: ${text}`;
  if (status >= 500) return 'an error of the server';
  // The administrator of the installation reads the actions in all projects.
  if (text.includes(MARK) && actor !== 'installation') return 'shows what is in another project';
  if (text.includes(server.dataDir) || INNER_WORKINGS.test(text))
    return 'shows how it works inside';
  if (status < 400 || method === 'HEAD') return null;
  // Invalid MCP messages are answered with a JSON-RPC error.
  if (/\/mcp(\?|$)/.test(path) && type.startsWith('application/json')) {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; message?: unknown } };
    return typeof error?.code === 'number' && error.message !== '' ? null : 'an error without code';
  }
  if (!type.startsWith('application/problem+json')) return `an error of the type ${type}`;
  const problem = JSON.parse(text) as { code: string; status: number; detail: string };
  if (!codes.has(problem.code)) return `the code ${problem.code} is not in docs/errors.md`;
  if (problem.status !== status || problem.detail === '') return 'a problem that is not whole';
  return text.length > 50_000 ? 'a long error' : null;
}

/** Sends a request and returns its defect. Slow requests are added to `slow`, to be repeated without other load. */
async function tried(request: FuzzRequest, slow: FuzzRequest[]): Promise<string | null> {
  const answer = await sender.send(request);
  if (answer.status === 0 || answer.ms > MOST_MS) slow.push(request);
  else {
    const defect = findDefect(request, answer);
    if (defect !== null) return describeDefect(request, answer, defect);
  }
  return null;
}

async function triedAlone(request: FuzzRequest): Promise<string | null> {
  let answer = await sender.send(request);
  if (answer.ms > MOST_MS) answer = await sender.send(request);
  const defect = answer.ms > MOST_MS ? `${Math.round(answer.ms)} ms` : findDefect(request, answer);
  return defect === null ? null : describeDefect(request, answer, defect);
}

function describeDefect(
  request: FuzzRequest,
  { status, text }: FuzzAnswer,
  defect: string,
): string {
  const { index, actor, method, path, headers, body } = request;
  const { authorization: _, ...others } = headers;
  return [
    `FUZZ_SEED=${SEED} FUZZ_FROM=${index} FUZZ_COUNT=1: ${defect}`,
    `${actor}: ${method} ${path.slice(0, 500)} ${JSON.stringify(others)}`,
    body === null ? '' : body.toString('latin1').slice(0, 1_000),
    `${status} ${text.slice(0, 1_000)}`,
  ].join('\n');
}

it(`the server answers ${COUNT} odd requests without a defect: FUZZ_SEED=${SEED}`, async () => {
  process.stderr.write(`fuzz: FUZZ_SEED=${SEED}\n`);
  const document = (await server.call<Document>('GET', '/openapi.json')).body;
  const { pid } = server;
  // Names are left out, since an answer repeats a name from its path.
  const theirs = { ...(await fillProject(server, 'default', MARK)), name: [] };
  const { slug, id } = await made<{ slug: string; id: string }>('/projects', {
    name: 'other',
    slug: 'other',
  });
  const defects: string[] = [];
  for (let from = FROM; from < FROM + COUNT; from += ROUND) {
    const own = { ...(await fillProject(server, slug, `own_${from}`)), project_id: [slug, id] };
    const actors = await createActors(own, theirs);
    const requests = new FuzzRequests(document, SEED, buildMeanings(own));
    const slow: FuzzRequest[] = [];
    let next = from;
    const end = Math.min(from + ROUND, FROM + COUNT);
    const work = async (): Promise<void> => {
      while (next < end) {
        const defect = await tried(requests.make(next++, actors), slow);
        if (defect !== null) defects.push(defect);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    for (const request of slow) {
      const defect = await triedAlone(request);
      if (defect !== null) defects.push(defect);
    }
  }
  expect(defects.slice(0, DEFECTS_SHOWN)).toEqual([]);
  expect(server.pid).toBe(pid);
  expect(server.output.stdout + server.output.stderr).not.toMatch(/request failed/);
});
