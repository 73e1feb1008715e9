import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import type { JsonObject } from '../../src/base/kernel/json.js';
import { type Exchanged, exchange } from '../../src/agents/models/gateway/exchange.js';
import { toModelFailure } from '../../src/agents/models/gateway/model-failure.js';
import { libraries } from '../../src/agents/models/gateway/libraries.js';
import { languageModel } from '../../src/agents/models/gateway/wire-model.js';
import type { Provider, ProviderKind } from '../../src/agents/models/providers/provider.js';

/** Provider answers as documented, one per file: complete (`body`) or as the events of a stream. */
const FOLDER = 'test/fixtures/wire-formats';

interface Fixture {
  /** Expected answer; without it, the fixture must fail. */
  expect?: Record<string, unknown>;
  failure?: { code?: string; again?: boolean };
  body?: object;
  events?: (string | { type?: string })[];
}

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .toSorted();

function toResponse({ body, events = [] }: Fixture): Response {
  if (body !== undefined) return Response.json(body);
  const lines = events.map((event) => {
    if (typeof event === 'string') return `data: ${event}\n\n`;
    const name = event.type === undefined ? '' : `event: ${event.type}\n`;
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  return new Response(lines.join(''), { headers: { 'content-type': 'text/event-stream' } });
}

const QUESTION = { role: 'user', content: 'hello' };

/** Asks a model for the answer of a fixture. `sent` is called with the body of the request. */
async function ask(
  name: string,
  fixture: Fixture,
  messages: JsonObject[],
  sent: (body: unknown) => void = () => undefined,
): Promise<Exchanged> {
  const kind = name.slice(0, name.indexOf('/')) as ProviderKind;
  const provider = { name: 'p', kind, base_url: 'https://example.com/v1' } as Provider;
  const wire = {
    libraries: await libraries(),
    credentials: { key: 'k', headers: {}, values: [] },
    fetch: (_url: unknown, init?: RequestInit) => {
      sent(init?.body);
      return Promise.resolve(toResponse(fixture));
    },
  };
  return exchange({
    libraries: wire.libraries,
    kind,
    model: languageModel(provider, { model: 'm' } as Parameters<typeof languageModel>[1], wire),
    request: {
      model: 'p/m',
      system: null,
      messages,
      tools: [
        {
          name: 'look_up',
          description: 'Looks a word up.',
          inputSchema: { type: 'object', properties: { word: { type: 'string' } } },
        },
      ],
      maxOutputTokens: 100,
      temperature: null,
      reasoning: null,
    },
    stream: fixture.events !== undefined,
    signal: new AbortController().signal,
    onText: () => undefined,
    onPart: () => undefined,
  });
}

const readFixture = (name: string): Fixture =>
  JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Fixture;
const read = files.filter((name) => readFixture(name).expect !== undefined);
const failing = files.filter((name) => readFixture(name).failure !== undefined);

it.each(read)('the answer in %s is read, and the conversation continues with it', async (name) => {
  const fixture = readFixture(name);
  const answer = await ask(name, fixture, [QUESTION]);
  expect({
    text: answer.text,
    calls: answer.calls.map((call) => ({ name: call.name, input: call.input })),
    finish: answer.finish,
    input_tokens: answer.reported.inputTokens,
    output_tokens: answer.reported.outputTokens,
  }).toEqual(fixture.expect);
  expect(answer.calls.every(({ problem }) => problem === null)).toBe(true);
  const results = answer.calls.map(({ id, name: toolName }) => ({
    type: 'tool-result',
    toolCallId: id,
    toolName,
    output: { type: 'text', value: 'a word of the tool' },
  }));
  const messages = [
    QUESTION,
    ...answer.messages,
    ...(results.length === 0 ? [] : [{ role: 'tool', content: results }]),
    { role: 'user', content: 'go on' },
  ];
  let body = '';
  const again = await ask(name, fixture, messages, (sent) => (body = String(sent)));
  expect(again.text).toBe(answer.text);
  expect(body).toContain('go on');
  if (answer.text !== '') expect(body).toContain(JSON.stringify(answer.text));
  if (results.length > 0) expect(body).toContain('a word of the tool');
});

it.each(failing)('the answer in %s fails with its expected error', async (name) => {
  const fixture = readFixture(name);
  const error: unknown = await ask(name, fixture, [QUESTION]).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).not.toBeNull();
  const { code, again, message } = toModelFailure(error, { provider: 'p', model: 'm', values: [] });
  expect({ code, again }).toMatchObject({ code: 'model_error', ...fixture.failure });
  expect(message).toMatch(/^The model "m" of the provider "p" /);
});

it('the fixtures cover every kind of provider', () => {
  expect(new Set(files.map((name) => name.slice(0, name.indexOf('/'))))).toEqual(
    new Set(['anthropic', 'google', 'openai', 'openai_chat', 'openai_compatible']),
  );
});
