import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { exchange } from '../../src/features/models/gateway/exchange.js';
import { libraries } from '../../src/features/models/gateway/libraries.js';
import { languageModel } from '../../src/features/models/gateway/wire-model.js';
import type { Provider, ProviderKind } from '../../src/features/models/providers/provider.js';

/** Answers as providers document them, one in each file: as a whole (`body`), or the events of a stream. */
const FOLDER = 'test/fixtures/wire-formats';

interface Fixture {
  expect: Record<string, unknown>;
  body?: object;
  events?: (string | { type?: string })[];
}

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .toSorted();

function responseOf({ body, events = [] }: Fixture): Response {
  if (body !== undefined) return Response.json(body);
  const lines = events.map((event) => {
    if (typeof event === 'string') return `data: ${event}\n\n`;
    const name = event.type === undefined ? '' : `event: ${event.type}\n`;
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  return new Response(lines.join(''), { headers: { 'content-type': 'text/event-stream' } });
}

it.each(files)('%s is read', async (name) => {
  const fixture = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Fixture;
  const kind = name.slice(0, name.indexOf('/')) as ProviderKind;
  const provider = { name: 'p', kind, base_url: 'https://example.com/v1' } as Provider;
  const wire = {
    libraries: await libraries(),
    credentials: { key: 'k', headers: {}, values: [] },
    fetch: () => Promise.resolve(responseOf(fixture)),
  };
  const answer = await exchange({
    libraries: wire.libraries,
    kind,
    model: languageModel(provider, { model: 'm' } as Parameters<typeof languageModel>[1], wire),
    request: {
      model: 'p/m',
      system: null,
      messages: [{ role: 'user', content: 'hello' }],
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
  expect({
    text: answer.text,
    calls: answer.calls.map((call) => ({ name: call.name, input: call.input })),
    finish: answer.finish,
    input_tokens: answer.inputTokens,
    output_tokens: answer.outputTokens,
  }).toEqual(fixture.expect);
  expect(answer.calls.every(({ problem }) => problem === null)).toBe(true);
});

it('has fixtures of each kind of provider', () => {
  expect(new Set(files.map((name) => name.slice(0, name.indexOf('/'))))).toEqual(
    new Set(['anthropic', 'google', 'openai', 'openai_chat', 'openai_compatible']),
  );
});
