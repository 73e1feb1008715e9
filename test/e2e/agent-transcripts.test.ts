import { beforeAll, describe, expect, it } from '@jest/globals';
import { serve } from '../support/local-server.js';
import { runAgent } from '../support/agents.js';
import { readEvents } from '../support/events.js';
import { scriptedAgents } from '../support/scripted-agents.js';
import type { TestServer } from '../support/server.js';
import { TASKS } from '../support/tasks.js';
import type { Wire } from '../support/wire.js';

const agents = scriptedAgents();
let server: TestServer;

beforeAll(async () => {
  ({ server } = await agents.start());
});

type Message = Wire['TranscriptMessageDto'];

describe('the conversation of an agent', () => {
  it('the event stream shows the text that the model writes', async () => {
    agents.inTurn([['files_list', {}]], 'Here it is.');
    const { id } = await runAgent(server, { tools: ['files.list'] });
    const { body } = await server.call<{ id: string; kind: string }[]>(
      'GET',
      `${TASKS}/${id}/steps`,
    );
    const steps = body.filter(({ kind }) => kind === 'model');
    const { events } = await readEvents(server, `${TASKS}/${id}/events`);
    const texts = events.filter(({ type }) => type === 'text');
    expect(texts.map(({ data }) => data)).toEqual([
      expect.objectContaining({ step_id: steps.at(-1)?.id, kind: 'text', text: 'Here it is.' }),
    ]);
  });

  it('a transcript lists the messages to the model, its answers and its tool calls', async () => {
    agents.inTurn(
      [
        ['files_write', { path: '/t.txt', content: 'tee' }],
        ['files_read', { path: '/none.txt' }],
      ],
      'Finished.',
    );
    const tools = ['files.write', 'files.read'];
    const { id } = await runAgent(server, { tools, instructions: 'Be brief.' });
    const read = (query = '') => server.call<Message[]>('GET', `${TASKS}/${id}/transcript${query}`);
    const { body } = await read();
    expect(body.map(({ role, name, failed }) => [role, name, failed])).toEqual([
      ['system', null, false],
      ['user', null, false],
      ['assistant', null, false],
      ['tool', 'files_write', false],
      ['tool', 'files_read', true],
      ['assistant', null, false],
    ]);
    expect(body[0]?.text).toContain('Be brief.');
    expect(body[2]).toMatchObject({
      calls: [
        { name: 'files_write', input: { path: '/t.txt', content: 'tee' } },
        { name: 'files_read' },
      ],
      usage: { input_tokens: 100, output_tokens: 10, cost_usd: null },
      finished_at: expect.any(String),
    });
    expect(body[4]?.text).toContain('not_found');
    const steps = await server.call<{ id: string; kind: string; detail: unknown }[]>(
      'GET',
      `${TASKS}/${id}/steps`,
    );
    const own = steps.body.filter(({ kind }) => kind !== 'step').map((step) => step.id);
    expect(body.slice(2).map(({ step_id }) => step_id)).toEqual(own);
    expect(steps.body.find(({ kind }) => kind === 'model')?.detail).toBeNull();
    const first = await read('?limit=1');
    expect(first.body).toEqual(body.slice(0, 3));
    const [, cursor] = /cursor=(\d+)/.exec(first.headers.get('link') ?? '') ?? [];
    expect((await read(`?cursor=${cursor}`)).body).toEqual(body.slice(3));
    const { text, headers } = await read('?format=text');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/## assistant .*100 tokens in[^]*→ files_write \{.*"tee"/);
  });

  it('a text that was cut off is reset in the stream, and the retried answer follows', async () => {
    let asked = 0;
    agents.say = () => ((asked += 1) === 1 ? { cut: 'Half of ' } : 'All of it.');
    const { id, result } = await runAgent(server, {});
    expect([asked, result]).toEqual([2, 'All of it.']);
    const { events } = await readEvents(server, `${TASKS}/${id}/events`);
    const texts = events.flatMap(({ type, data }) => (type === 'text' ? [data] : []));
    expect(texts.map(({ text, reset = false }) => [text, reset])).toEqual([
      ['Half of ', false],
      ['', true],
      ['All of it.', false],
    ]);
    const { body } = await server.call<Message[]>('GET', `${TASKS}/${id}/transcript`);
    expect(body.flatMap(({ role, text }) => (role === 'assistant' ? [text] : []))).toEqual([
      'All of it.',
    ]);
  });

  it('a transcript redacts the value of a secret even if the model has written it', async () => {
    const value = 'value-of-the-key-of-a-transcript';
    const web = await serve((request, response) => {
      response.end(`you said ${request.headers.authorization}`);
    });
    const host = `127.0.0.1:${web.port}`;
    const secret = { body: { value, hosts: [host] } };
    await server.call('PUT', '/projects/default/secrets/TRANSCRIPT_KEY', secret);
    const headers = { Authorization: 'Bearer {{secret:TRANSCRIPT_KEY}}' };
    agents.inTurn(
      [['http_request', { url: `http://${host}/`, headers }]],
      // The model writes the value itself, as if it had guessed it.
      [['files_write', { path: '/guess.txt', content: value }]],
      [['files_read', { path: '/guess.txt' }]],
      `The key is ${value}.`,
    );
    const tools = ['http.request', 'files.write', 'files.read'];
    const { id } = await runAgent(server, { tools }, { network: 'open' });
    await web.close();
    for (const query of ['', '?format=text']) {
      const { text } = await server.call('GET', `${TASKS}/${id}/transcript${query}`);
      expect(text).toContain('you said Bearer [redacted]');
      expect(text).toContain('The key is [redacted].');
      expect(text).not.toContain(value);
    }
  });
});
