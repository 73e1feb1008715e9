/** Memories that a model distils from finished tasks, by scripted answers: what is admitted and what is not. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { runAgent } from '../support/agents.js';
import { withBody } from '../support/inline-script.js';
import {
  type ChatRequest,
  type Said,
  type ScriptedModel,
  textOf,
} from '../support/scripted-model.js';
import { scriptedAgents } from '../support/scripted-agents.js';
import type { TestServer } from '../support/server.js';
import { numberOf, sql } from '../support/sql.js';
import { createMetaTask, createTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const MEMORIES = '/external/v1/projects/default/memories';
const JOBS = `${MEMORIES}/jobs`;

interface Memory {
  id: string;
  text: string;
  status: string;
  trust: string;
  created_via: string;
  sources: { quote: string; pointer: string; task_id: string }[];
}

interface Job {
  task_id: string;
  state: string;
  error: string | null;
  next_attempt_at: string | null;
  finished_at: string | null;
}

interface Candidate {
  kind: string;
  text: string;
  scope: string;
  evidence: { pointer: string; quote: string }[];
  supersedes?: string;
}

const agents = scriptedAgents();
let model: ScriptedModel;
let server: TestServer;

beforeAll(async () => {
  ({ server, model } = await agents.start());
});

const proposes = (...memories: Candidate[]): Said => [['answer', { memories }]];
const candidate = (text: string, quote: string, more: Partial<Candidate> = {}): Candidate => ({
  kind: 'fact',
  text,
  scope: 'task_type',
  evidence: [{ pointer: '/params', quote }],
  ...more,
});
const SCRIPT = 'return params.result ?? "done";';

const metaTask = (more: object = {}): Promise<string> =>
  createMetaTask(server, 'typescript', withBody('typescript', SCRIPT), {
    extract_memory: true,
    ...more,
  });
async function run(identifier: string, params: Record<string, unknown>): Promise<string> {
  const id = await createTask(server, identifier, params);
  await taskWhen(server, id);
  return id;
}
const settled = (): Promise<void> =>
  until(
    'the jobs to end',
    async () =>
      (await numberOf(server, `SELECT COUNT(*) FROM memory_jobs WHERE state = 'pending'`)) === 0,
    60_000,
  ).then(() => undefined);
const exported = async (): Promise<Memory[]> => {
  const response = await fetch(`${server.url}${MEMORIES}/export`, {
    headers: { authorization: `Bearer ${server.apiKey}` },
  });
  return (await response.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Memory);
};

describe('extraction', () => {
  it('keeps what a task shows, with its quote, and writes the job with the end of the task', async () => {
    agents.say = () =>
      proposes(
        candidate('Deliveries to Kiel take two days', 'Kiel takes two days'),
        candidate('Deliveries to Bonn take one day', 'Bonn takes a day'),
      );
    const id = await run(await metaTask(), { note: 'Remember: Kiel takes two days.' });
    expect(await numberOf(server, `SELECT COUNT(*) FROM memory_jobs WHERE task_id = '${id}'`)).toBe(
      1,
    );
    await settled();
    expect(await exported()).toMatchObject([
      {
        text: 'Deliveries to Kiel take two days',
        status: 'active',
        trust: 'high',
        created_via: 'extraction',
        sources: [{ task_id: id, pointer: '/params', quote: 'Kiel takes two days' }],
      },
    ]);
    const [job] = await sql(server, 'SELECT state, candidates, admitted, refused FROM memory_jobs');
    expect(job).toMatchObject({ state: 'done', candidates: 2, admitted: 1, refused: 1 });
    expect((await server.call('GET', `${MEMORIES}/stats`)).body).toMatchObject({
      refused: { quote_not_found: 1 },
    });
  });

  it('is done for no task that failed, and for none whose meta-task does not ask for it', async () => {
    agents.say = () => proposes(candidate('Never there', 'never there at all'));
    const before = await numberOf(server, 'SELECT COUNT(*) FROM memory_jobs');
    await run(await metaTask({ extract_memory: false }), { note: 'never there at all' });
    const failing = await createMetaTask(
      server,
      'typescript',
      withBody('typescript', 'throw new Error("x");'),
      { extract_memory: true },
    );
    await run(failing, {});
    expect(await numberOf(server, 'SELECT COUNT(*) FROM memory_jobs')).toBe(before);
  });

  it('corrects an answer once, and tries again later where that is no list either', async () => {
    let asked = 0;
    agents.say = () => {
      asked += 1;
      return asked === 1
        ? 'no list'
        : proposes(candidate('Ships sail on Mondays', 'sail on Mondays'));
    };
    await run(await metaTask(), { note: 'They sail on Mondays' });
    await settled();
    expect(asked).toBe(2);
    expect((await exported()).map(({ text }) => text)).toContain('Ships sail on Mondays');
    agents.say = () => 'no list';
    const id = await run(await metaTask(), { note: 'x' });
    await until(
      'an attempt to fail',
      async () =>
        (await numberOf(
          server,
          `SELECT COUNT(*) FROM memory_jobs WHERE task_id = '${id}' AND error IS NOT NULL`,
        )) === 1,
    );
    const [job] = await sql<{ state: string; attempts: number; error: string }>(
      server,
      `SELECT state, attempts, error FROM memory_jobs WHERE task_id = '${id}'`,
    );
    expect(job).toMatchObject({ state: 'pending', attempts: 1 });
    await sql(server, `DELETE FROM memory_jobs WHERE task_id = '${id}'`);
  });

  it('is given what an agent has done, and not how its run began', async () => {
    const lists = [['files_list', { path: '/' }]] as const;
    agents.say = (request, turn) =>
      textOf(request).includes('finished task') ? proposes() : turn === 0 ? lists : 'It is empty.';
    await runAgent(server, { tools: ['files.list'] }, { extract_memory: true });
    await settled();
    const asked = textOf(model.requests.at(-1) as ChatRequest);
    expect(asked).toContain('files.list: ');
    expect(asked).not.toContain('loopVersion');
  });

  it('lists what has failed with the reason, counts it, and tries it again on request', async () => {
    agents.say = () => 'no list';
    const id = await run(await metaTask(), { note: 'Snow falls in Oslo' });
    const retry = (task: string, project = 'default') =>
      server.call<Job>('POST', `${JOBS.replace('default', project)}/${task}/retry`);
    const job = (where: (found: Job) => boolean): Promise<Job | undefined> =>
      until('the job', async () => {
        const { body } = await server.call<Job[]>('GET', JOBS);
        return body.find((one) => one.task_id === id && where(one));
      });
    const waiting = await job(({ error }) => error !== null);
    expect(waiting).toMatchObject({ state: 'pending', attempts: 1, finished_at: null });
    expect(waiting?.error).toContain('gave no list of memories');
    expect(Date.parse(waiting?.next_attempt_at ?? '')).toBeGreaterThan(Date.now());
    // As after three more attempts.
    await sql(server, `UPDATE memory_jobs SET attempts = 4 WHERE task_id = '${id}'`);
    expect(await retry(id)).toMatchObject({ status: 202, body: { task_id: id, state: 'pending' } });
    const failed = await job(({ state }) => state === 'failed');
    expect(failed).toMatchObject({ attempts: 5, next_attempt_at: null });
    expect(failed?.finished_at).not.toBeNull();
    const { body: listed } = await server.call<Job[]>('GET', `${JOBS}?state=failed`);
    expect(listed.map(({ task_id }) => task_id)).toEqual([id]);
    const { body: stats } = await server.call('GET', `${MEMORIES}/stats`);
    expect(stats).toMatchObject({ jobs: { pending: 0, failed: 1 } });
    agents.say = () => proposes(candidate('Snow falls in Oslo all May', 'Snow falls in Oslo'));
    expect((await retry(id)).status).toBe(202);
    expect(await job(({ state }) => state === 'done')).toMatchObject({
      attempts: 6,
      error: null,
      candidates: 1,
      admitted: 1,
      refused: 0,
    });
    expect((await exported()).map(({ text }) => text)).toContain('Snow falls in Oslo all May');
    expect(await retry(id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const none = '0190f3a0-0000-7000-8000-000000000000';
    expect(await retry(none)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('lists jobs page by page, the newest task first, and those of one project alone', async () => {
    agents.say = () => proposes();
    const identifier = await metaTask();
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.unshift(await run(identifier, { n }));
    await settled();
    const first = await server.call<Job[]>('GET', `${JOBS}?state=done&limit=2`);
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await server.call<Job[]>('GET', next);
    const pages = [...first.body, ...second.body].map(({ task_id }) => task_id);
    expect(pages.slice(0, 3)).toEqual(ids);
    await server.call('POST', '/projects', { body: { name: 'Other', slug: 'other' } });
    const other = JOBS.replace('default', 'other');
    const token = server.adminToken;
    expect((await server.call('GET', other, { token })).body).toEqual([]);
    const elsewhere = await server.call('POST', `${other}/${ids[0]}/retry`, { token });
    expect(elsewhere).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await server.call('GET', `${JOBS}?state=lost`)).status).toBe(422);
  });

  it('leaves a job alone that is being done', async () => {
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    agents.say = () => held.then(() => proposes());
    const asked = model.requests.length;
    const id = await run(await metaTask(), { note: 'Ice melts in June' });
    await until('a request', () => model.requests.length > asked);
    const refused = await server.call('POST', `${JOBS}/${id}/retry`);
    answer();
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await settled();
  });

  it('names what it contradicts: the new one takes the place of the old one', async () => {
    agents.say = () => proposes(candidate('Invoices are due in May', 'Invoices are due in May'));
    const identifier = await metaTask();
    await run(identifier, { note: 'Invoices are due in May' });
    await settled();
    agents.say = (request) => {
      const id =
        /"id\\+":\\+"([0-9a-f-]{36})\\+",\\+"kind\\+":\\+"fact\\+",\\+"text\\+":\\+"Invoices are due in May/.exec(
          textOf(request),
        )?.[1];
      return proposes(
        candidate('Invoices are due in July', 'Invoices are due in July', { supersedes: id ?? '' }),
      );
    };
    await run(identifier, { note: 'From now: Invoices are due in July' });
    await settled();
    const texts = (await exported())
      .filter(({ text }) => text.startsWith('Invoices'))
      .map(({ text, status }) => [text, status]);
    expect(texts).toEqual([
      ['Invoices are due in May', 'superseded'],
      ['Invoices are due in July', 'active'],
    ]);
  });

  it('sends no secret, and nothing that came from memory', async () => {
    await server.call('PUT', '/projects/default/secrets/TOKEN', {
      body: { value: 'wordsthatarehidden' },
    });
    const { body } = await server.call<Memory>('POST', MEMORIES, {
      body: { text: 'The crane is yellow on weekdays', kind: 'fact', scope: 'project' },
    });
    agents.say = () =>
      proposes(
        candidate('The crane is yellow on all weekdays', 'The crane is yellow'),
        candidate('The crane is yellow on weekdays', 'crane is yellow on weekdays', {
          evidence: [{ pointer: '/result', quote: 'crane is yellow on weekdays' }],
        }),
      );
    const identifier = await createMetaTask(
      server,
      'typescript',
      withBody(
        'typescript',
        'const [one] = await reporter.memory.search("crane");\nreturn `I know that ${one.text}, and ${params.word}`;',
      ),
      { extract_memory: true, memory: { read: ['project'] } },
    );
    await run(identifier, { word: 'wordsthatarehidden', note: 'password: hunter2!x' });
    await settled();
    const asked = textOf(model.requests.at(-1) as ChatRequest);
    expect(asked).not.toContain('wordsthatarehidden');
    expect(asked).not.toContain('hunter2');
    const copies = (await exported()).filter(({ text }) => text.includes('crane'));
    expect(copies.map(({ id }) => id)).toEqual([body.id]);
  });
});

it('nothing that pages, documents and tools say is given to tasks before a person has accepted it', async () => {
  const before = new Set((await exported()).map(({ id }) => id));
  agents.say = (request) => {
    const n = /page (\d+) says/.exec(textOf(request))?.[1] ?? '';
    return proposes(
      candidate(`Page ${n} is trusted by all customers`, '', {
        evidence: [{ pointer: '/result', quote: `page ${n} says it is trusted` }],
      }),
    );
  };
  const identifier = await metaTask({ network: 'open' });
  for (let n = 0; n < 40; n += 1)
    await run(identifier, { result: `page ${n} says it is trusted by all customers` });
  await settled();
  const kept = (await exported()).filter(({ id }) => !before.has(id));
  expect(kept).toHaveLength(40);
  expect(kept.filter(({ status, trust }) => status === 'active' || trust !== 'low')).toEqual([]);
});

it('a server that is killed while it distils does each job, and remembers nothing twice', async () => {
  const before = (await exported()).length;
  let hold: Promise<void> = Promise.resolve();
  agents.say = async (request) => {
    await hold;
    const n = /island (\d+)/.exec(textOf(request))?.[1] ?? '';
    return proposes(candidate(`The island called I${n} has goats`, `island ${n} has goats`));
  };
  const identifier = await metaTask();
  let release = (): void => undefined;
  for (let n = 0; n < 3; n += 1) {
    hold = new Promise((resolve) => {
      release = resolve;
    });
    const asked = model.requests.length;
    await run(identifier, { note: `The island ${n} has goats.` });
    await until('a request', () => model.requests.length > asked, 60_000);
    await server.restart();
    release();
  }
  await settled();
  expect(
    (await exported())
      .slice(before)
      .map(({ text }) => text)
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual([0, 1, 2].map((n) => `The island called I${n} has goats`));
  const jobs = await numberOf(
    server,
    `SELECT COUNT(*) FROM memory_jobs j JOIN tasks t ON t.id = j.task_id WHERE t.task_type = '${identifier}'`,
  );
  expect(jobs).toBe(3);
  const states = await sql<{ state: string; count: number }>(
    server,
    `SELECT c.state, COUNT(*) AS count FROM model_calls c JOIN tasks t ON t.id = c.task_id
     WHERE t.task_type = '${identifier}' GROUP BY c.state ORDER BY c.state`,
  );
  // What the servers that died had sent is lost, and nothing seems to be under way.
  expect(states.map(({ state }) => state)).toEqual(['lost', 'ok']);
  expect(Number(states.find(({ state }) => state === 'ok')?.count)).toBe(3);
});
