import { beforeAll, describe, expect, it } from '@jest/globals';
import { runAgent } from '../support/agents.js';
import { readError, requireProblem, sent } from '../support/http.js';
import { FilesClient } from '../support/files-client.js';
import { type ScriptedModel, serialiseMessages } from '../support/scripted-model.js';
import { scriptedAgents } from '../support/scripted-agents.js';
import type { TestServer } from '../support/server.js';
import { TASKS, taskWhen } from '../support/tasks.js';
import type { Wire } from '../support/wire.js';

const EXTERNAL = '/external/v1/projects/default';
const ORDERS = `# Orders

## Returns

A **lamp** may be returned within 30 days,
if its box is unopened.

## Payment

We accept "any card", and a bank transfer.
`;

type Citation = Wire['CitationDto'];
interface Answer {
  found: boolean;
  answer: string;
  citations: Record<string, unknown>[];
}

const agents = scriptedAgents();
let model: ScriptedModel;
let server: TestServer;
let files: FilesClient;
let manual: FilesClient;

beforeAll(async () => {
  ({ server, model } = await agents.start());
  files = new FilesClient(server, server.apiKey);
  const { id } = await sent<{ id: string }>(server, 'POST', '/projects/default/workspaces', {
    name: 'manual',
  });
  manual = new FilesClient(server, server.apiKey, 'default', id);
  await files.put('/kb/orders.md', ORDERS);
  await manual.put('/lamp.md', '# Lamp\n\nThe bulb has 9 watts.\n');
});

const ask = (body: object, headers: Record<string, string> = {}) =>
  server.call<Wire['TaskDetailDto']>('POST', `${EXTERNAL}/files/ask`, { body, headers });

/** Asks a question while the model submits these results in turn; returns the ended task. */
async function asked(body: object, ...results: object[]): Promise<Wire['TaskDetailDto']> {
  agents.inTurn(...results.map((result) => [['submit_result', result] as const]));
  const { body: task } = await ask(body, { Prefer: 'wait=30' });
  return task;
}

const answerOf = (task: Wire['TaskDetailDto']) => task.result as unknown as Answer;
const lastAnswers = (): string =>
  JSON.stringify(model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool'));

async function loadCitations(query: string): Promise<Citation[]> {
  return sent<Citation[]>(server, 'GET', `${EXTERNAL}/citations?${query}`);
}

/** Waits until the marks of a task's citations are as wanted, and returns the citations. */
async function markedAs(taskId: string, wanted: (string | null)[]): Promise<Citation[]> {
  for (;;) {
    const found = await loadCitations(`task_id=${taskId}`);
    const marks = found.map(({ stale }) => stale);
    if (JSON.stringify(marks) === JSON.stringify(wanted)) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const LAMP = { path: '/kb/orders.md', quote: 'A lamp may be returned within 30 days, if its box' };
/** Text of the passage as it stands in the file. */
const LAMP_WORDS = 'A **lamp** may be returned within 30 days,\nif its box';
const CARD = { path: '/kb/orders.md', quote: 'We accept "any card"' };

describe('a question', () => {
  it('a question is answered with citations that have heading, lines and etag', async () => {
    agents.inTurn(
      [['files_search', { query: 'lamp returned' }]],
      [['submit_result', { found: true, answer: 'Thirty days.', citations: [LAMP] }]],
    );
    const { status, body: task } = await ask(
      { question: 'How long may I return a lamp?' },
      { Prefer: 'wait=30' },
    );
    expect([status, task.task_type, task.status]).toEqual([201, 'ask_files', 'success']);
    const [entry] = await files.found('lamp', '&path=/kb');
    expect(answerOf(task)).toEqual({
      found: true,
      answer: 'Thirty days.',
      citations: [
        {
          ...LAMP,
          quote: LAMP_WORDS,
          workspace: 'default',
          heading: ['Orders', 'Returns'],
          anchor: 'returns',
          line: 5,
          first_line: 3,
          last_line: 7,
          place: null,
          etag: entry?.etag,
        },
      ],
    });
    expect(serialiseMessages(model.requests[0] ?? { messages: [] })).toContain(
      'How long may I return',
    );
    expect(await loadCitations(`task_id=${task.id}`)).toMatchObject([
      { task_id: task.id, path: LAMP.path, quote: LAMP_WORDS, line: 5, stale: null },
    ]);
  });

  it('a quote that the file does not have is given back to the model, with what the file has of it', async () => {
    const wrong = { ...LAMP, quote: 'A lamp may be returned within 60 days' };
    const task = await asked(
      { question: 'How long?' },
      { found: true, answer: 'Sixty.', citations: [wrong] },
      { found: true, answer: 'Thirty.', citations: [LAMP] },
    );
    expect(lastAnswers()).toContain('it has only \\"A lamp may be returned within\\"');
    expect(answerOf(task)).toMatchObject({ answer: 'Thirty.', citations: [{ line: 5 }] });
  });

  it('an answer without citations must say that nothing was found', async () => {
    const nothing = { answer: 'Nothing was found on ostriches.', citations: [] };
    const task = await asked(
      { question: 'What do ostriches eat?' },
      { ...nothing, found: true },
      { ...nothing, found: false },
    );
    expect(lastAnswers()).toContain('citations is empty');
    expect(answerOf(task)).toEqual({ ...nothing, found: false });
  });

  it('an answer that goes on to cite what is not there fails', async () => {
    const invented = { ...LAMP, path: '/kb/invented.md' };
    const result = { found: true, answer: 'Sixty.', citations: [invented] };
    const task = await asked({ question: 'How long?' }, result, result, result, result);
    expect(task).toMatchObject({ status: 'failed', error_code: 'invalid_result' });
    expect(await loadCitations(`task_id=${task.id}`)).toEqual([]);
  });

  it('a result keeps what its schema alone allows, and params of another agent bound nothing', async () => {
    const item = {
      type: 'object',
      required: ['path', 'quote', 'claim'],
      additionalProperties: false,
      properties: { path: {}, quote: {}, claim: {} },
    };
    const schema = {
      type: 'object',
      required: ['citations'],
      properties: { citations: { type: 'array', items: item } },
    };
    const result = { citations: [{ ...LAMP, claim: 'thirty days' }] };
    agents.inTurn([['submit_result', result]]);
    const more = { result_schema: schema };
    const params = { workspace: 'Acme', path: 'https://x.example/../y' };
    const task = await runAgent(server, { citations: true }, more, params);
    expect(task).toMatchObject({ status: 'success', result });
    expect(await loadCitations(`task_id=${task.id}`)).toMatchObject([{ line: 5 }]);
  });

  it('a question about one workspace or directory is answered from that alone', async () => {
    const bulb = { path: '/lamp.md', quote: 'The bulb has 9 watts', workspace: 'manual' };
    const task = await asked(
      { question: 'How many watts?', ws: manual.ws },
      { found: true, answer: 'Nine.', citations: [LAMP] },
      { found: true, answer: 'Nine.', citations: [bulb] },
    );
    expect(lastAnswers()).toContain('is about the workspace \\"manual\\" alone');
    expect(answerOf(task).citations).toMatchObject([{ ...bulb, line: 3 }]);
    const outside = await asked(
      { question: 'How long?', path: '/other' },
      { found: true, answer: 'Thirty.', citations: [LAMP] },
      { found: false, answer: 'Nothing.', citations: [] },
    );
    expect(lastAnswers()).toContain('is not below');
    expect(answerOf(outside).found).toBe(false);
  });

  it('a question is refused where it is empty or names what is not there, and makes no task', async () => {
    expect(readError(await ask({ question: '' }))).toBe('422 validation_failed');
    const unknown = '00000000-0000-7000-8000-000000000000';
    expect(readError(await ask({ question: 'x', ws: unknown }))).toBe('404 not_found');
    expect(readError(await ask({ question: 'x', path: 'a/../..' }))).toBe('422 invalid_path');
  });

  it('authors change how questions are answered, and later questions keep to that', async () => {
    const found = await sent<Wire['MetaTaskDto']>(
      server,
      'GET',
      '/projects/default/task-types/ask_files',
    );
    const script = found.script?.replace('limits:', 'limits: { max_steps: 1 } #');
    await sent(server, 'PATCH', '/projects/default/task-types/ask_files', { script });
    const task = await asked({ question: 'How long?' }, { found: true, answer: '', citations: [] });
    expect(task).toMatchObject({ status: 'failed', error_code: 'budget_exceeded' });
    await sent(server, 'POST', '/projects/default/task-types/ask_files/versions/1/restore');
  });
});

describe('a citation', () => {
  it('a citation is marked when its file no longer says it, and listed with its task', async () => {
    const task = await asked(
      { question: 'How long, and how?' },
      { found: true, answer: 'Thirty days, by card.', citations: [LAMP, CARD] },
    );
    await files.put('/kb/orders.md', `Moved down.\n\n${ORDERS.replace('30 days', '14 days')}`);
    const [lamp] = await markedAs(task.id, ['changed', null]);
    expect(lamp).toMatchObject({ path: '/kb/orders.md', quote: LAMP_WORDS, line: 5 });
    expect(lamp?.stale_at).not.toBeNull();
    expect((await loadCitations('stale=true')).map(({ task_id }) => task_id)).toContain(task.id);
    const stale = await sent<Wire['TaskDto'][]>(server, 'GET', `${TASKS}?stale=true`);
    expect(stale.map(({ id }) => id)).toContain(task.id);
    await files.put('/kb/orders.md', ORDERS);
    await markedAs(task.id, [null, null]);
  });

  it('a citation is marked when its lines change, whatever still has its words', async () => {
    const terms = '# Retail\n\nPayment in 30 days.\n\n# Wholesale\n\nPayment in 30 days.\n';
    await files.put('/kb/terms.md', terms);
    const citation = { path: '/kb/terms.md', quote: 'Payment in 30 days' };
    const task = await asked(
      { question: 'When to pay?' },
      {
        found: true,
        answer: 'In 30 days.',
        citations: [
          { ...citation, line: 7 },
          { ...citation, quote: 'in 30', line: 2 },
        ],
      },
    );
    expect(answerOf(task).citations).toMatchObject([
      { heading: ['Wholesale'], line: 7 },
      { heading: ['Retail'], line: 3 },
    ]);
    for (const [text, marks] of [
      [terms.replace('30 days.\n\n#', '10 days.\n\n#'), [null, 'changed']],
      [terms.replace('Payment', 'No payment'), [null, 'changed']],
      [`${terms.replace('# Wholesale', '# Obsolete')}`, ['changed', null]],
      [terms.replaceAll('30 days.', '30.5 days.'), ['changed', 'changed']],
      [`Moved down.\n\n${terms}`, [null, null]],
    ] as const) {
      await files.put('/kb/terms.md', text);
      await markedAs(task.id, [...marks]);
    }
  });

  it('a citation of a deleted file is marked as deleted', async () => {
    await files.put('/kb/short.md', 'A short note on umbrellas.\n');
    const task = await asked(
      { question: 'Umbrellas?' },
      {
        found: true,
        answer: 'A note.',
        citations: [{ path: '/kb/short.md', quote: 'note on umbrellas' }],
      },
    );
    await files.fetch('?path=/kb/short.md', { method: 'DELETE' });
    await markedAs(task.id, ['deleted']);
  });

  it('the tasks of stale citations are made again in bulk', async () => {
    await files.put('/kb/price.md', 'A lamp costs 20 EUR.\n');
    const task = await asked(
      { question: 'What does a lamp cost?' },
      {
        found: true,
        answer: '20 EUR.',
        citations: [{ path: '/kb/price.md', quote: 'costs 20 EUR' }],
      },
    );
    await files.put('/kb/price.md', 'A lamp costs 30 EUR.\n');
    await markedAs(task.id, ['changed']);
    agents.inTurn([
      [
        'submit_result',
        {
          found: true,
          answer: '30 EUR.',
          citations: [{ path: '/kb/price.md', quote: 'costs 30 EUR' }],
        },
      ],
    ]);
    const filter = { stale: true, created_after: task.created_at.replace(/\d{3}Z$/, '000Z') };
    const { total } = await sent<{ total: number }>(server, 'POST', `${TASKS}/bulk/preview`, {
      filter,
    });
    expect(total).toBeGreaterThan(0);
    const bulk = { action: 'rerun', ids: [task.id] };
    await sent(server, 'POST', `${TASKS}/bulk`, bulk);
    let again: Wire['TaskDto'] | undefined;
    while (again === undefined)
      [again] = await sent<Wire['TaskDto'][]>(server, 'GET', `${TASKS}?rerun_of=${task.id}`);
    const ended = await taskWhen(server, again.id);
    expect(ended).toMatchObject({ status: 'success', result: { answer: '30 EUR.' } });
    expect(await loadCitations(`task_id=${again.id}`)).toMatchObject([{ stale: null }]);
  });

  it('a memory of a task whose citation is stale is marked, listed, and given with the mark', async () => {
    await files.put('/kb/hours.md', 'The shop opens at nine.\n');
    const memory = { read: ['project'], write: true };
    const opens = { path: '/kb/hours.md', quote: 'opens at nine' };
    agents.inTurn(
      [['memory_remember', { text: 'The shop opens at nine in the morning', scope: 'project' }]],
      [['submit_result', { found: true, answer: 'At nine.', citations: [opens] }]],
    );
    const contract = { tools: ['memory.remember'], citations: true };
    const task = await runAgent(server, contract, { memory });
    expect(task).toMatchObject({ status: 'success', result: { citations: [{ line: 1 }] } });
    const stale = () => sent<Wire['MemoryDto'][]>(server, 'GET', `${EXTERNAL}/memories?stale=true`);
    expect(await stale()).toEqual([]);
    await files.put('/kb/hours.md', 'The shop opens at ten.\n');
    await markedAs(task.id, ['changed']);
    const [marked] = await stale();
    expect(marked).toMatchObject({ text: 'The shop opens at nine in the morning', stale: true });
    await sent(server, 'PATCH', `${EXTERNAL}/memories/${marked?.id}`, { status: 'active' });
    agents.inTurn('done');
    await runAgent(server, { goal: 'When does the shop open?' }, { memory });
    expect(serialiseMessages(model.requests.at(-1) ?? { messages: [] })).toMatch(
      /opens at nine[^}]*stale/,
    );
  });

  it('knowledge bases are searched before many other workspaces', async () => {
    const add = (body: object) => sent(server, 'POST', '/projects/default/workspaces', body);
    for (let n = 0; n < 100; n += 1) await add({ name: `a${n}` });
    await add({ name: 'zz-handbook', kind: 'knowledge_base' });
    await asked({ question: 'Anything?' }, { found: false, answer: 'Nothing.', citations: [] });
    expect(JSON.stringify(model.requests.at(-1)?.tools)).toContain('"zz-handbook"');
  });

  it('a key without the scope of files neither asks nor reads citations', async () => {
    const { key } = await sent<{ key: string }>(server, 'POST', '/projects/default/api-keys', {
      name: 'tasks alone',
      scopes: ['tasks:read', 'tasks:write'],
    });
    const call = (method: string, path: string, body?: object) =>
      server.call(method, `${EXTERNAL}/${path}`, { token: key, ...(body && { body }) });
    expect(readError(await call('GET', 'citations'))).toBe('403 forbidden');
    const refused = await call('POST', 'files/ask', { question: 'x' });
    expect(requireProblem(refused).detail).toContain('files:read');
  });
});
