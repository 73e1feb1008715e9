/**
 * A project that does ordinary work in a separate process, so that the attacker's client does not delay it. It takes
 * {@link VictimTask} as its argument and sends "ready". It works between the messages "begin" and "end" of its parent,
 * and then sends the {@link Sample}s. Node runs this file without compilation, so it imports only types.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Kind, Sample } from './samples.js';

export interface VictimTask {
  url: string;
  /** URL of a server that does nothing. */
  idleUrl: string;
  project: string;
  key: string;
  token: string;
  /** Interval between two pieces of work of a kind, in ms. */
  everyMs: number;
  /** Maximum duration of a piece of work, in ms, after which it has failed. */
  deadlineMs: number;
}

const task = JSON.parse(process.argv[2] ?? '') as VictimTask;
const external = `${task.url}/external/v1/projects/${task.project}`;
const metaTasks = `${task.url}/projects/${task.project}/task-types/`;
const ADDS = {
  typescript: 'export const run = (params: { n: number }) => params.n + 1;\n',
  python: 'def run(params, reporter):\n    return params["n"] + 1\n',
};
/** Ids of tasks whose first event has been read; `waiting` holds the callbacks of the tasks that are awaited. */
const seen = new Set<string>();
const waiting = new Map<string, () => void>();
let samples: Sample[] = [];
let working = false;
let work: Promise<unknown> = Promise.resolve();
let count = 0;

const does: Record<Kind, (n: number) => Promise<unknown>> = {
  typescript: (n) => runs('typescript', n),
  python: (n) => runs('python', n),
  deploy: deploys,
  upload: uploads,
  stream: streams,
  health: () => send('GET', `${task.url}/health/live`, null, 200),
  machine: async () => void (await (await fetch(task.idleUrl)).arrayBuffer()),
};
const kinds = Object.keys(does) as Kind[];

process.once('disconnect', () => process.exit());
process.on('message', (message) => void (message === 'begin' ? begin() : end()));
void open();

async function open(): Promise<void> {
  for (const language of ['typescript', 'python'] as const)
    for (const identifier of [language, `${language}-deployed`])
      await send('POST', metaTasks, task.token, 201, {
        name: identifier,
        identifier,
        script: ADDS[language],
        script_language: language,
      });
  await listen();
  // Each kind of work runs once, so that the processes for this project are running.
  for (const kind of kinds) await does[kind]((count += 1));
  process.send?.('ready');
}

function begin(): void {
  samples = [];
  working = true;
  work = Promise.all(kinds.map((kind, index) => repeat(kind, index / kinds.length)));
}

async function end(): Promise<void> {
  working = false;
  await work;
  process.send?.(samples);
}

/** Begins work at each tick, even if the previous work has not ended, as independent clients would. */
async function repeat(kind: Kind, offset: number): Promise<void> {
  const begun: Promise<void>[] = [];
  let at = Date.now() + offset * task.everyMs;
  for (;;) {
    await delay(Math.max(0, at - Date.now()));
    if (!working) break;
    begun.push(measure(kind, at));
    at += task.everyMs;
  }
  await Promise.all(begun);
}

async function measure(kind: Kind, at: number): Promise<void> {
  let failure: string | null = null;
  try {
    await does[kind]((count += 1));
  } catch (error) {
    failure = String(error instanceof Error && error.cause ? error.cause : error);
  }
  samples.push({ kind, ms: Date.now() - at, failure });
}

async function runs(language: 'typescript' | 'python', n: number): Promise<void> {
  const id = await create(language, n);
  const wait = `${external}/tasks/${id}/wait?timeout=${Math.ceil(task.deadlineMs / 1000)}`;
  const ended = await send('POST', wait, task.key, 200);
  if (ended['status'] !== 'success' || ended['result'] !== n + 1)
    throw new Error(
      `a task ended as ${String(ended['status'])} ${String(ended['error_code'])}: ${String(ended['error_message'])}`,
    );
}

async function create(identifier: string, n: number): Promise<string> {
  const body = { task_type_identifier: identifier, params: { n } };
  return String((await send('POST', `${external}/tasks`, task.key, 201, body))['id']);
}

async function deploys(n: number): Promise<void> {
  const language = n % 2 === 0 ? 'typescript' : 'python';
  const script = `${language === 'python' ? '#' : '//'} ${n}\n${ADDS[language]}`;
  const path = `${metaTasks}${language}-deployed`;
  for (;;) {
    const { status, body } = await ask('PATCH', path, task.token, { script });
    // Another deployment came first, so this one is repeated, as a user would do.
    if (status === 409) continue;
    if (status !== 200 || body['script'] !== script)
      throw new Error(`a deployment was answered ${status}: ${JSON.stringify(body)}`);
    return;
  }
}

async function uploads(n: number): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([`${n} ${'x'.repeat(10_000)}`]), `${n % 10}.txt`);
  await send('POST', `${external}/files/upload`, task.key, 201, form);
}

/** Creates a task and waits until the stream reports it. */
async function streams(n: number): Promise<void> {
  const id = await create('typescript', n);
  if (seen.has(id)) return;
  await new Promise<void>((resolve, reject) => {
    waiting.set(id, resolve);
    setTimeout(() => reject(new Error('no event of a task came')), task.deadlineMs).unref();
  });
}

async function listen(): Promise<void> {
  const response = await fetch(`${external}/events?types=status`, {
    headers: authorization(task.key),
  });
  if (response.status !== 200 || response.body === null)
    throw new Error(`the stream was answered ${response.status}`);
  const broken = (why: string): unknown =>
    samples.push({ kind: 'stream', ms: 0, failure: `the stream ${why}` });
  void read(response.body).then(
    () => broken('was ended'),
    (error: unknown) => broken(`broke: ${String(error)}`),
  );
}

async function read(body: AsyncIterable<Uint8Array>): Promise<void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      const id = /^data: .*"task_id":"([^"]+)"/.exec(line)?.[1];
      if (id === undefined) continue;
      seen.add(id);
      waiting.get(id)?.();
      waiting.delete(id);
    }
  }
}

async function send(
  method: string,
  url: string,
  token: string | null,
  status: number,
  body?: object,
): Promise<Record<string, unknown>> {
  const answer = await ask(method, url, token, body);
  if (answer.status === status) return answer.body;
  const text = JSON.stringify(answer.body).slice(0, 300);
  throw new Error(`${method} ${new URL(url).pathname} was answered ${answer.status}: ${text}`);
}

async function ask(
  method: string,
  url: string,
  token: string | null,
  body?: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const form = body instanceof FormData;
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === null ? {} : authorization(token)),
      ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
    },
    signal: AbortSignal.timeout(task.deadlineMs),
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  });
  const parsed: unknown = JSON.parse(await response.text());
  return { status: response.status, body: parsed as Record<string, unknown> };
}

function authorization(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
