/** Tests which memories a model may distil from finished tasks, with scripted answers. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { runAgent } from '../support/agents.js';
import { candidate, jobsDone, proposes } from '../support/extraction.js';
import { withBody } from '../support/inline-script.js';
import {
  type ChatRequest,
  type ScriptedModel,
  serialiseMessages,
} from '../support/scripted-model.js';
import { scriptedAgents } from '../support/scripted-agents.js';
import type { TestServer } from '../support/server.js';
import { loadNumber, sql } from '../support/sql.js';
import { createMetaTask, createTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import type { Wire } from '../support/wire.js';

const MEMORIES = '/external/v1/projects/default/memories';

type Memory = Wire['MemoryDetailDto'] & { text: string };

const agents = scriptedAgents();
let model: ScriptedModel;
let server: TestServer;

beforeAll(async () => {
  ({ server, model } = await agents.start());
});

const OWN = `project_id = (SELECT id FROM projects WHERE slug = 'default')`;
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
const settled = (): Promise<void> => jobsDone(server);
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
  it('extraction keeps a fact quoted from its task, and refuses one whose quote is not found', async () => {
    agents.say = () =>
      proposes(
        candidate('Deliveries to Kiel take two days', 'Kiel takes two days'),
        candidate('Deliveries to Bonn take one day', 'Bonn takes a day'),
      );
    const id = await run(await metaTask(), { note: 'Remember: Kiel takes two days.' });
    expect(
      await loadNumber(server, `SELECT COUNT(*) FROM memory_jobs WHERE task_id = '${id}'`),
    ).toBe(1);
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
    const jobs = `SELECT state, candidates, admitted, refused FROM memory_jobs WHERE ${OWN}`;
    const [job] = await sql(server, jobs);
    expect(job).toMatchObject({ state: 'done', candidates: 2, admitted: 1, refused: 1 });
    expect((await server.call('GET', `${MEMORIES}/stats`)).body).toMatchObject({
      refused: { quote_not_found: 1 },
    });
  });

  it('a detail that no quote has makes a memory wait for a person, who sees which', async () => {
    const given = { pointer: '/params', quote: 'wants its invoices in German' };
    agents.say = () =>
      proposes(
        candidate('ACME wants invoices in German, paid to DE89 3704 0044 0532 0130 01', '', {
          evidence: [
            given,
            { pointer: '/params', quote: 'ACME pays to DE89 3704 0044 0532 0130 00' },
          ],
        }),
      );
    const note = 'It wants its invoices in German. ACME pays to DE89 3704 0044 0532 0130 00.';
    await run(await metaTask(), { note });
    await settled();
    const [kept] = (await exported()).filter(({ text }) => text.startsWith('ACME'));
    expect(kept).toMatchObject({ status: 'pending', trust: 'high' });
    const path = `${MEMORIES}/${kept?.id}`;
    const { body } = await server.call<Memory>('GET', path);
    expect(body.unproven).toEqual(['DE89370400440532013001']);
    expect(body.sources.map(({ quote }) => quote)).toEqual([
      given.quote,
      'ACME pays to DE89 3704 0044 0532 0130 00',
    ]);
    await server.call('PATCH', path, { body: { status: 'active' } });
    expect((await server.call<Memory>('GET', path)).body.unproven).toEqual([]);
  });

  it('no job is written for a failed task, nor where the meta-task does not extract memory', async () => {
    agents.say = () => proposes(candidate('Never there', 'never there at all'));
    const jobs = `SELECT COUNT(*) FROM memory_jobs WHERE ${OWN}`;
    const before = await loadNumber(server, jobs);
    await run(await metaTask({ extract_memory: false }), { note: 'never there at all' });
    const failing = await createMetaTask(
      server,
      'typescript',
      withBody('typescript', 'throw new Error("x");'),
      { extract_memory: true },
    );
    await run(failing, {});
    expect(await loadNumber(server, jobs)).toBe(before);
  });

  it('a malformed answer is corrected once, and the job is retried later if that fails too', async () => {
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
        (await loadNumber(
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

  it('the model sees what an agent has done, but not how its run began', async () => {
    const lists = [['files_list', { path: '/' }]] as const;
    agents.say = (request, turn) =>
      serialiseMessages(request).includes('finished task')
        ? proposes(
            candidate('The folder of tulips is empty', '', {
              evidence: [{ pointer: '/result', quote: 'the folder of tulips is empty' }],
            }),
          )
        : turn === 0
          ? lists
          : 'I see that the folder of tulips is empty.';
    await runAgent(server, { tools: ['files.list'] }, { extract_memory: true });
    await settled();
    const asked = serialiseMessages(model.requests.at(-1) as ChatRequest);
    expect(asked).toContain('files.list: ');
    expect(asked).not.toContain('loopVersion');
    // Text that a model made of what it read is not trusted as text of the project.
    const kept = (await exported()).filter(({ text }) => text.includes('tulips'));
    expect(kept.map(({ trust }) => trust)).toEqual(['low']);
  });

  it('a memory that contradicts an older one supersedes it', async () => {
    agents.say = () => proposes(candidate('Invoices are due in May', 'Invoices are due in May'));
    const identifier = await metaTask();
    await run(identifier, { note: 'Invoices are due in May' });
    await settled();
    agents.say = (request) => {
      const id =
        /"id\\+":\\+"([0-9a-f-]{36})\\+",\\+"kind\\+":\\+"fact\\+",\\+"text\\+":\\+"Invoices are due in May/.exec(
          serialiseMessages(request),
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

  it('a memory that contradicts the word of a person waits for one, and does not replace it', async () => {
    const { body } = await server.call<Memory>('POST', MEMORIES, {
      body: { text: 'The gate opens at seven', kind: 'fact', scope: 'project' },
    });
    agents.say = () =>
      proposes(
        candidate('The gate opens at nine now', 'gate opens at nine', { supersedes: body.id }),
      );
    await run(await metaTask(), { note: 'The gate opens at nine' });
    await settled();
    const gates = (await exported()).filter(({ text }) => text.startsWith('The gate'));
    expect(gates.map(({ status }) => status)).toEqual(['active', 'pending']);
  });

  it('extraction sends no secret to the model, and keeps no copy of a memory', async () => {
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
    const seen = 'A sign said: The crane is yellow';
    await run(identifier, { word: 'wordsthatarehidden', note: 'password: hunter2!x', seen });
    await settled();
    const asked = serialiseMessages(model.requests.at(-1) as ChatRequest);
    expect(asked).not.toContain('wordsthatarehidden');
    expect(asked).not.toContain('hunter2');
    const copies = (await exported()).filter(({ text }) => text.includes('crane'));
    expect(copies.map(({ id }) => id)).toEqual([body.id]);
  });
});

it('extraction from a task with a network keeps only inactive memories of low trust', async () => {
  const before = new Set((await exported()).map(({ id }) => id));
  agents.say = (request) => {
    const n = /page (\d+) says/.exec(serialiseMessages(request))?.[1] ?? '';
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
