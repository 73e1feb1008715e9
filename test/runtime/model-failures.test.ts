/** Outcomes of provider failures, in each wire format, streamed or not. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ModelFailure } from '../../src/agents/models/model-gateway.js';
import { type Behaviour, half, status } from '../support/models/faulty-provider.js';
import {
  KEY,
  KINDS,
  type Kind,
  type ModelsHere,
  buildModelName,
  OWNER,
  requestTo,
  startModelsHere,
} from '../support/models/models-here.js';

interface End {
  code?: 'model_error' | 'model_refused' | 'too_long';
  again?: boolean | ((streamed: boolean) => boolean);
  retryAfterMs?: number | null;
  says?: string;
}

/** `slow` marks cases that last until a limit of the provider. */
const CASES: [string, Behaviour, End, { slow: boolean }?][] = [
  ['400', status(400, { error: { message: 'no such field' } }), { says: 'no such field' }],
  [
    '400, too long (OpenAI)',
    status(400, {
      error: {
        code: 'context_length_exceeded',
        message: 'This model has a maximum context length of 8 tokens.',
      },
    }),
    { code: 'too_long' },
  ],
  [
    '400, too long (Anthropic)',
    status(400, {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 9 tokens > 8 maximum' },
    }),
    { code: 'too_long' },
  ],
  [
    '400, too long (Google)',
    status(400, [
      {
        error: {
          code: 400,
          status: 'INVALID_ARGUMENT',
          message: 'The input token count (9) exceeds the maximum number of tokens allowed (8).',
        },
      },
    ]),
    { code: 'too_long' },
  ],
  [
    '400, too long (llama.cpp)',
    status(400, {
      error: {
        code: 400,
        type: 'exceed_context_size_error',
        message: 'the request exceeds the available context size',
      },
    }),
    { code: 'too_long' },
  ],
  [
    '400, filtered',
    status(400, { error: { code: 'content_filter', message: 'The prompt was filtered.' } }),
    { code: 'model_refused' },
  ],
  [
    '401',
    status(401, { error: { message: `Incorrect API key provided: ${KEY}` } }),
    { says: 'Check the key' },
  ],
  ['402', status(402, { error: { message: 'pay first' } }), { says: 'account' }],
  ['403', status(403, { error: { message: 'not allowed' } }), { says: 'Check the key' }],
  ['404', status(404, { error: { message: 'model not found' } }), { says: 'name of the model' }],
  ['408', status(408, ''), { again: true }],
  ['409', status(409, {}), { again: true }],
  [
    '413, too long',
    status(413, { error: { message: 'Prompt is too long' } }),
    { code: 'too_long' },
  ],
  ['422', status(422, { detail: 'not like this' }), { says: 'not like this' }],
  ['429', status(429, { error: { message: 'slow down' } }), { again: true }],
  [
    '429, retry-after 7',
    status(429, {}, { 'retry-after': '7' }),
    { again: true, retryAfterMs: 7_000 },
  ],
  [
    '429, retry-after-ms 250',
    status(429, {}, { 'retry-after-ms': '250' }),
    { again: true, retryAfterMs: 250 },
  ],
  [
    '429, no money',
    status(429, {
      error: { code: 'insufficient_quota', message: 'You exceeded your current quota' },
    }),
    { says: 'account' },
  ],
  ['500', status(500, { error: { message: 'oops' } }), { again: true }],
  [
    '502, a page',
    status(502, '<html><body><h1>Bad gateway</h1></body></html>', { 'content-type': 'text/html' }),
    { again: true, says: 'Bad gateway' },
  ],
  [
    '503, retry-after',
    status(503, '', { 'retry-after': '1' }),
    { again: true, retryAfterMs: 1_000 },
  ],
  [
    '529',
    status(529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    { again: true },
  ],
  [
    'a redirect',
    status(307, '', { location: 'http://169.254.169.254/' }),
    { says: 'Redirects are not followed' },
  ],
  [
    'a page with 200',
    status(200, '<html>Log in first</html>', { 'content-type': 'text/html' }),
    {},
  ],
  ['JSON of another kind', status(200, { hello: 'world' }), {}],
  ['an event of another kind', stream('{"hello":"world"}'), {}],
  ['a stream that is not JSON', stream('{"id": "x", oops'), { again: true }],
  ['a stream that is not JSON after a good part', goodThen('data: {oops\n\n'), { again: true }],
  ['a stream of plain text', stream('hello there'), { again: true }],
  // If a stream was requested, any other answer points to wrong settings.
  ['JSON that is cut', status(200, '{"id": "x", "con'), { again: (streamed) => !streamed }],
  ['an array', status(200, '[1, 2]'), {}],
  [
    'an error in a stream, overloaded',
    stream('{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', 'error'),
    { again: true },
  ],
  [
    'an error in a stream, of the request',
    stream('{"type":"error","error":{"type":"invalid_request_error","message":"bad"}}', 'error'),
    {},
  ],
  ['nothing', status(200, '', { 'content-type': 'text/event-stream' }), { again: true }],
  [
    'a connection that is reset',
    (response) => void response.socket?.resetAndDestroy(),
    { again: true },
  ],
  ['a connection that is closed', (response) => void response.socket?.end(), { again: true }],
  ['no HTTP', (response) => void response.socket?.end('SSH-2.0-OpenSSH_9\r\n'), { again: true }],
  [
    'an answer that is reset',
    half((response) => void response.socket?.resetAndDestroy()),
    { again: true },
  ],
  ['an answer that ends too soon', half((response) => void response.end()), { again: true }],
  ['an answer that never ends', half(() => undefined), { again: true }, { slow: true }],
  ['no answer', () => undefined, { again: true }, { slow: true }],
  [
    'an answer that is too large',
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${'x'.repeat(300_000)}\n\n`);
    },
    { says: 'METARUN_LIMITS.model_response_bytes' },
  ],
];

/** Answers with a stream of one event. */
function stream(data: string, event?: string): Behaviour {
  const name = event === undefined ? '' : `event: ${event}\n`;
  return status(200, `${name}data: ${data}\n\n`, { 'content-type': 'text/event-stream' });
}

/** Answers with the first events of a regular answer, then with `rest`. */
function goodThen(rest: string): Behaviour {
  return async (response, good) => {
    const { type, body } = await good();
    const events = body.toString().split('\n\n');
    response.writeHead(200, { 'content-type': type });
    response.end(`${events.slice(0, Math.ceil(events.length / 2)).join('\n\n')}\n\n${rest}`);
  };
}

let here: ModelsHere;
beforeAll(async () => {
  here = await startModelsHere();
});
afterAll(() => here.close());
beforeEach(() => {
  here.provider.behaviour = null;
});

async function makeFailedCall(kind: Kind, stream: boolean): Promise<ModelFailure> {
  const made = here.gateway.call(
    OWNER,
    requestTo(kind, stream),
    () => undefined,
    new AbortController().signal,
  );
  const thrown = await made.then(
    (reply) => JSON.stringify(reply),
    (error: unknown) => error,
  );
  if (thrown instanceof ModelFailure) return thrown;
  throw new Error(`no ModelFailure: ${thrown instanceof Error ? thrown.stack : String(thrown)}`);
}

const PLACES = KINDS.flatMap((kind) => [true, false].map((stream) => ({ kind, stream })));

it('an Anthropic answer without a report of usage is one of another format, and no error that the provider has sent', async () => {
  const message = { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [] };
  const start = { ...message, stop_reason: null, usage: {} };
  here.provider.behaviour = stream(JSON.stringify({ type: 'message_start', message: start }));
  const failure = await makeFailedCall('anthropic', true);
  expect(failure.message).toContain('something else than the wire format');
  expect(failure.message).not.toContain('normalized');
});

describe.each(PLACES)('$kind, streamed: $stream', ({ kind, stream }) => {
  it('a good answer is returned with its usage and its costs', async () => {
    const parts: string[] = [];
    const reply = await here.gateway.call(
      OWNER,
      requestTo(kind, stream),
      (delta) => 'text' in delta && parts.push(delta.text),
      new AbortController().signal,
    );
    expect(reply).toMatchObject({ text: 'Hello there, reader.', calls: [], finish: 'stop' });
    expect(reply.usage.costMicroUsd).not.toBeNull();
    expect(parts.join('')).toBe(stream ? 'Hello there, reader.' : '');
  });

  it('a tool call is returned with its id, name and input', async () => {
    const reply = await here.gateway.call(
      OWNER,
      requestTo(kind, stream, 'use the tool'),
      null,
      new AbortController().signal,
    );
    expect(reply.finish).toBe('tool_calls');
    expect(reply.calls).toEqual([
      { id: expect.any(String), name: 'look', input: { at: 'it' }, problem: null },
    ]);
  });

  const quick = CASES.filter(([, , , more]) => more?.slow !== true);
  it.each(quick.map(([name, behaviour, expected]) => ({ name, behaviour, expected })))(
    'a provider failure becomes a ModelFailure: $name',
    async ({ behaviour, expected }) => {
      here.provider.behaviour = behaviour;
      await expectEnd(kind, stream, expected);
    },
  );
});

it('a provider that never answers is given up in time, in every wire format', async () => {
  const slow = CASES.filter(([, , , more]) => more?.slow === true);
  for (const [, behaviour, expected] of slow) {
    here.provider.behaviour = behaviour;
    await Promise.all(PLACES.map(({ kind, stream }) => expectEnd(kind, stream, expected)));
  }
});

async function expectEnd(
  kind: Kind,
  stream: boolean,
  { code = 'model_error', retryAfterMs = null, says = '', ...expected }: End,
): Promise<void> {
  const behaviour = await makeFailedCall(kind, stream);
  expect(behaviour).toMatchObject({ code, retryAfterMs });
  const { again = false } = expected;
  const wanted = typeof again === 'function' ? again(stream) : again;
  expect(`${behaviour.again}: ${behaviour.message}`).toBe(`${wanted}: ${behaviour.message}`);
  expect(behaviour.message).toContain(says);
  expect(behaviour.message).toContain(buildModelName(kind, stream));
  expect(behaviour.message).not.toContain(KEY);
  expect(behaviour.message.length).toBeLessThanOrEqual(2_048);
}
