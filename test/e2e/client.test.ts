import { execFile, spawn } from 'node:child_process';
import { inspect, promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiError,
  ConnectionError,
  MetarunClient,
  TaskFailedError,
  WaitTimeoutError,
} from '@metarun/client';
import { FlakyConnection } from '../support/flaky-connection.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';

const PHASES = `
import time
def run(params, reporter):
    for number in range(params["phases"]):
        reporter.set_phase(f"phase {number}")
        time.sleep(params.get("seconds", 0))
    if params.get("fail"):
        raise ValueError("no prices for May")
    return {"phases": params["phases"]}
`;
const SLEEP =
  'def run(params, reporter):\n    reporter.set_phase("asleep")\n    reporter.sleep(params["seconds"])\n    return "awake"\n';

let server: TestServer;
let connection: FlakyConnection;
let client: MetarunClient;
let byKey: MetarunClient;
beforeAll(async () => {
  server = await sharedServer();
  connection = await FlakyConnection.open(() => server.url);
  client = new MetarunClient({ url: connection.url, token: server.adminToken });
  byKey = new MetarunClient({ url: connection.url, token: server.apiKey });
  await client.metaTasks.create({ name: 'Phases', script: PHASES });
  await client.metaTasks.create({ name: 'Sleep', script: SLEEP });
});
afterAll(async () => {
  await connection.close();
  await server.stop();
});

async function thrown(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('the types of the client', () => {
  it('the generated types of the client match the present API', async () => {
    const generate = ['scripts/client-types.mjs', '--check', server.url];
    await promisify(execFile)(process.execPath, generate);
  });
});

describe('a task', () => {
  it('a task is created, followed to its end, and read with an API key', async () => {
    const task = await byKey.tasks.create({
      task_type_identifier: 'phases',
      params: { phases: 2 },
    });
    const seen: string[] = [];
    for await (const event of byKey.tasks.events(task.id)) {
      if (event.type === 'phase') seen.push(event.data.phase);
      if (event.type === 'status') seen.push(event.data.status);
    }
    expect(seen).toEqual(['pending', 'running', 'phase 0', 'phase 1', 'success']);
    expect((await byKey.tasks.get(task.id)).result).toEqual({ phases: 2 });
    expect((await byKey.tasks.waitFor(task)).status).toBe('success');
  });

  it('a task is created only once if the answer to its creation is lost', async () => {
    const name = 'lost and found';
    connection.loseNextAnswer();
    const task = await client.tasks.create({
      task_type_identifier: 'phases',
      params: { phases: 0 },
      name,
    });
    const { items } = await client.tasks.list({ q: name });
    expect(items.map(({ id }) => id)).toEqual([task.id]);
  });

  it('a wait for a failed task rejects with the task unless throwOnFailure is off', async () => {
    const params = { phases: 1, fail: true };
    const task = await client.tasks.create({ task_type_identifier: 'phases', params });
    const error = await thrown(client.tasks.waitFor(task));
    expect(error).toBeInstanceOf(TaskFailedError);
    expect(error).toMatchObject({ code: 'script_error', task: { id: task.id, status: 'failed' } });
    const ended = await client.tasks.waitFor(task, { throwOnFailure: false });
    expect(ended.error_message).toContain('no prices for May');
  });

  it('client.tasks.run creates a task and waits for its end, even if an answer is lost', async () => {
    const phases = { task_type_identifier: 'phases', params: { phases: 1 } };
    expect((await byKey.tasks.run(phases, { timeoutSeconds: 60 })).result).toEqual({ phases: 1 });
    connection.loseNextAnswer();
    expect((await client.tasks.run(phases)).status).toBe('success');
    const failing = { ...phases, params: { phases: 0, fail: true } };
    expect(await thrown(client.tasks.run(failing))).toBeInstanceOf(TaskFailedError);
    expect((await client.tasks.run(failing, { throwOnFailure: false })).status).toBe('failed');
    const long = { task_type_identifier: 'sleep', params: { seconds: 3600 }, name: 'run too long' };
    const error = await thrown(client.tasks.run(long, { timeoutSeconds: 1.2 }));
    expect(error).toBeInstanceOf(WaitTimeoutError);
    expect(error).toMatchObject({ message: expect.stringContaining('1.2 s') });
    const { items } = await client.tasks.list({ q: 'run too long' });
    for (const { id } of items) await client.tasks.cancel(id);
    expect(items).toHaveLength(1);
  });

  it('a wait that times out leaves the task running', async () => {
    const params = { seconds: 3600 };
    const task = await client.tasks.create({ task_type_identifier: 'sleep', params });
    const error = await thrown(client.tasks.waitFor(task, { timeoutSeconds: 0.2 }));
    expect(error).toBeInstanceOf(WaitTimeoutError);
    await client.tasks.cancel(task.id);
    expect(await thrown(client.tasks.waitFor(task))).toMatchObject({ code: 'cancelled' });
  });

  it('a caller can abort a wait and a stream with a signal', async () => {
    const params = { seconds: 3600 };
    const task = await client.tasks.create({ task_type_identifier: 'sleep', params });
    const enough = new AbortController();
    const waits = [
      thrown(client.tasks.waitFor(task, { signal: enough.signal })),
      thrown(
        (async () => {
          for await (const event of client.tasks.events(task.id, { signal: enough.signal }))
            if (event.type === 'phase') enough.abort(new Error('enough'));
        })(),
      ),
    ];
    expect(await Promise.all(waits)).toEqual([new Error('enough'), new Error('enough')]);
    await client.tasks.cancel(task.id);
  });
});

describe('over a broken connection', () => {
  it('no event is lost or repeated over a broken connection', async () => {
    const params = { phases: 12, seconds: 0.1 };
    const task = await client.tasks.create({ task_type_identifier: 'phases', params });
    const ids: number[] = [];
    const before = connection.connections;
    for await (const { id, type } of client.tasks.events(task.id)) {
      ids.push(id);
      if (type === 'phase' && ids.length % 3 === 0) connection.cut();
    }
    expect(connection.connections).toBeGreaterThan(before + 2);
    const all: number[] = [];
    for await (const { id } of client.tasks.events(task.id)) all.push(id);
    expect(ids).toEqual(all);
  });

  it('only the requested event types arrive over a broken connection', async () => {
    const params = { phases: 3, seconds: 0.1 };
    const task = await client.tasks.create({ task_type_identifier: 'phases', params });
    const types: string[] = [];
    for await (const { type } of client.tasks.events(task.id, { types: ['phase'] })) {
      types.push(type);
      connection.cut();
    }
    expect(types).toEqual(['phase', 'phase', 'phase']);
  });
});

describe('the example in Python', () => {
  it('the Python example prints every event once over broken connections, then the result', async () => {
    const params = JSON.stringify({ phases: 4, seconds: 0.2 });
    const child = spawn('python3', ['examples/python_client.py', 'phases', params], {
      env: {
        PATH: process.env['PATH'] ?? '',
        METARUN_URL: connection.url,
        METARUN_TOKEN: server.apiKey,
      },
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => {
      output.stderr += chunk.toString();
      if (/phase [02]\n$/.test(output.stderr)) connection.cut();
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    const phases = [0, 1, 2, 3].map((number) => `== phase ${number}\n`).join('');
    expect({ code, ...output }).toEqual({ code: 0, stdout: '{"phases": 4}\n', stderr: phases });
  });

  it('the Python example reports an unreachable server or a missing variable in one line', async () => {
    const closed = await FlakyConnection.open(() => server.url);
    const { url } = closed;
    await closed.close();
    const run = (env: Record<string, string>): Promise<unknown> =>
      promisify(execFile)('python3', ['examples/python_client.py', 'phases'], {
        env: { PATH: process.env['PATH'] ?? '', ...env },
      });
    await expect(run({ METARUN_URL: url, METARUN_TOKEN: 'x' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(`^${url} does not answer: [^\n]+\n$`),
    });
    await expect(run({ METARUN_URL: url })).rejects.toMatchObject({
      code: 1,
      stderr: 'METARUN_TOKEN is not set\n',
    });
  });
});

describe('what goes wrong', () => {
  it('an API error carries the status, the code and the fields', async () => {
    expect(await thrown(client.tasks.get('nobody'))).toMatchObject({
      name: 'ApiError',
      status: 404,
      code: 'not_found',
      errors: [],
      requestId: expect.any(String),
    });
    const body = { task_type_identifier: 'phases', params: {}, priority: 1000 };
    expect(await thrown(client.tasks.create(body))).toMatchObject({
      status: 422,
      code: 'validation_failed',
      errors: [{ pointer: '/priority' }],
    });
    expect(await thrown(byKey.projects.get('default'))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    expect(await byKey.me()).toMatchObject({ kind: 'api_key', id: null });
  });

  it('a client without a reachable server throws a ConnectionError promptly', async () => {
    const closed = await FlakyConnection.open(() => server.url);
    const { url } = closed;
    const gone = new MetarunClient({ url, token: server.adminToken });
    await closed.close();
    const all = [gone.me(), gone.tasks.waitFor('x'), gone.tasks.events('x').next()];
    for (const error of await Promise.all(all.map(thrown))) {
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({ code: 'ECONNREFUSED', url });
    }
  });

  it('client errors never show the token', async () => {
    const wrong = new MetarunClient({ url: connection.url, token: 'mrt_not-a-token-of-anybody' });
    const unreachable = new MetarunClient({ url: 'http://127.0.0.1:1', token: 'mrt_not-a-token' });
    const errors = await Promise.all([wrong.me(), unreachable.me()].map(thrown));
    expect(errors[0]).toBeInstanceOf(ApiError);
    for (const error of errors) {
      const shown = inspect(error, { depth: 10, showHidden: true }) + JSON.stringify(error);
      expect(shown).not.toContain('not-a-token');
    }
    expect(() => new MetarunClient({ url: server.url, token: 'secret\nvalue' })).toThrow(
      /^The token is empty, or has characters that no token has\.$/,
    );
  });
});

describe('files', () => {
  it('the client writes, uploads, lists, reads and deletes files', async () => {
    await byKey.files.write({ path: '/notes/a.txt', content: 'one\ntwo\n' });
    const bytes = new Uint8Array([0, 255, 10]);
    const entry = await byKey.files.upload(bytes, { name: 'b.bin', directory: '/notes' });
    expect(entry).toMatchObject({ path: '/notes/b.bin', size: 3 });
    const paths: string[] = [];
    for await (const { path } of byKey.files.all({ path: '/notes', limit: 1 })) paths.push(path);
    expect(paths.toSorted()).toEqual(['/notes/a.txt', '/notes/b.bin']);
    const part = await byKey.files.read('/notes/a.txt', { lines: '2' });
    expect(part).toMatchObject({ content: expect.stringContaining('two'), encoding: 'utf-8' });
    const raw = await byKey.files.readRaw('/notes/b.bin');
    expect(new Uint8Array(await raw.arrayBuffer())).toEqual(bytes);
    await byKey.files.write({ path: '/notes/a.txt', content: 'three\n' });
    const { items } = await byKey.files.versions('/notes/a.txt');
    const old = await byKey.files.readRaw('/notes/a.txt', { version: items.at(-1)?.id ?? '' });
    expect(await old.text()).toBe('one\ntwo\n');
    await byKey.files.delete('/notes/a.txt');
    expect(await thrown(byKey.files.readRaw('/notes/a.txt'))).toMatchObject({ code: 'not_found' });
  });
});

describe('lists', () => {
  it('client iterators read lists to their end', async () => {
    const body = { task_type_identifier: 'phases', params: { phases: 0 } };
    const made = await client.tasks.createAll([body, body, body]);
    const seen: string[] = [];
    for await (const { id } of client.tasks.all({ limit: 2 })) seen.push(id);
    expect(seen).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
    expect(new Set(seen).size).toBe(seen.length);
    const names: string[] = [];
    for await (const { name } of client.metaTasks.all({ limit: 1 })) names.push(name);
    expect(names).toEqual(['Sleep', 'Phases']);
  });
});
