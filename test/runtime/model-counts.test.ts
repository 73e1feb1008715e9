/** The tokens of a request to a model that count, whatever its provider reports, and however it ends. The provider is raw HTTP. */
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { ModelCallEntity } from '../../src/features/models/gateway/model-call.entity.js';
import { type Behaviour, status } from '../support/models/faulty-provider.js';
import {
  type Kind,
  type ModelsHere,
  OWNER,
  requestTo,
  startModelsHere,
} from '../support/models/models-here.js';

const SAID = 'The answer is long enough to be counted. '.repeat(10);
/** About as many tokens as it has at least, and at most. */
const [FEW, MANY] = [SAID.length / 5, SAID.length];
const ASKED = 'A question that is long enough to be counted as well. '.repeat(20);

/** The events of an answer in two wire formats, by what the provider reports. */
const EVENTS: Record<'openai_chat' | 'anthropic', (usage: Reported | null) => string[]> = {
  openai_chat: (usage) => [
    ...pieces().map((content) => chunk({ choices: [{ index: 0, delta: { content } }] })),
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
    ...(usage === null
      ? []
      : [
          chunk({
            choices: [],
            usage: { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: 0 },
          }),
        ]),
    'data: [DONE]\n\n',
  ],
  anthropic: (usage) => [
    event('message_start', {
      message: {
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        usage: { input_tokens: usage?.input ?? 0, output_tokens: 0 },
      },
    }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...pieces().map((text) =>
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    ),
    event('content_block_stop', { index: 0 }),
    event('message_delta', {
      delta: { stop_reason: 'end_turn' },
      usage: { output_tokens: usage?.output ?? 0 },
    }),
    event('message_stop', {}),
  ],
};
const FORMATS = Object.keys(EVENTS) as (keyof typeof EVENTS)[];

interface Reported {
  input: number;
  output: number;
}

function pieces(): string[] {
  return SAID.match(/.{1,20}/g) ?? [];
}

function chunk(part: object): string {
  const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
  return `data: ${JSON.stringify({ ...head, ...part })}\n\n`;
}

function event(type: string, part: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...part })}\n\n`;
}

const stream = { 'content-type': 'text/event-stream' };
const whole = (events: string[]): Behaviour => status(200, events.join(''), stream);
/** The first half of the events, and then `end`. */
const half =
  (events: string[], end: 'reset' | 'end' | 'nothing'): Behaviour =>
  (response) => {
    response.writeHead(200, stream);
    response.write(events.slice(0, events.length / 2).join(''), () => {
      if (end === 'reset') response.socket?.resetAndDestroy();
      if (end === 'end') response.end();
    });
  };

let here: ModelsHere;
beforeAll(async () => {
  here = await startModelsHere();
});
afterAll(() => here.close());
beforeEach(() => {
  here.provider.behaviour = null;
});

/** Makes a request, and returns its record. */
async function recordOf(kind: Kind, behaviour: Behaviour): Promise<ModelCallEntity> {
  here.provider.behaviour = behaviour;
  const request = requestTo(kind, true, ASKED);
  const signal = new AbortController().signal;
  await here.gateway.call(OWNER, request, () => undefined, signal).catch(() => undefined);
  const [record] = await here.core.database.query<ModelCallEntity>(
    'SELECT * FROM model_calls WHERE project_id = ? ORDER BY id DESC LIMIT 1',
    [OWNER.projectId],
  );
  if (record === undefined) throw new Error('the request has no record');
  return record;
}

it.each(
  FORMATS.flatMap((kind) => [
    { kind, what: 'nothing', usage: null },
    { kind, what: '0', usage: { input: 0, output: 0 } },
    { kind, what: 'a negative number', usage: { input: -7, output: -7 } },
    { kind, what: '1 for hundreds', usage: { input: 1, output: 1 } },
  ]),
)('a provider of $kind that reports $what is counted by the estimate', async ({ kind, usage }) => {
  const record = await recordOf(kind, whole(EVENTS[kind](usage)));
  expect(record.state).toBe('ok');
  expect(Number(record.input_tokens)).toBe(Number(record.estimated_input_tokens));
  expect(Number(record.input_tokens)).toBeGreaterThan(ASKED.length / 5);
  const output = Number(record.output_tokens);
  if (usage?.output !== 1) expect(output).toBe(Number(record.estimated_output_tokens));
  expect(output === 1 ? MANY / 50 : output).toBeGreaterThan(usage?.output === 1 ? 0 : FEW);
  expect(Number(record.cost_micro_usd)).toBeGreaterThanOrEqual(
    Number(record.input_tokens) + 2 * output,
  );
});

it.each(FORMATS)('a plausible report of %s counts, and both figures are kept', async (kind) => {
  const record = await recordOf(kind, whole(EVENTS[kind]({ input: 321, output: 123 })));
  expect([record.input_tokens, record.output_tokens].map(Number)).toEqual([321, 123]);
  expect([record.reported_input_tokens, record.reported_output_tokens].map(Number)).toEqual([
    321, 123,
  ]);
  expect(Number(record.estimated_output_tokens)).toBeGreaterThan(FEW);
});

it.each(FORMATS)('%s cannot report more tokens than its model takes', async (kind) => {
  const record = await recordOf(kind, whole(EVENTS[kind]({ input: 1e15, output: 1e15 })));
  expect([record.input_tokens, record.output_tokens].map(Number)).toEqual([100_000, 100_000]);
});

it.each(
  FORMATS.flatMap((kind) => (['reset', 'end', 'nothing'] as const).map((end) => ({ kind, end }))),
)('an answer of $kind that is cut by $end counts as far as it came', async ({ kind, end }) => {
  const record = await recordOf(kind, half(EVENTS[kind](null), end));
  expect(record.state).toBe('failed');
  expect(Number(record.input_tokens)).toBe(Number(record.estimated_input_tokens));
  expect(Number(record.output_tokens)).toBeGreaterThan(FEW / 3);
  expect(Number(record.output_tokens)).toBeLessThan(MANY / 2);
  expect(record.reported_output_tokens).toBeNull();
});

it.each(
  FORMATS.flatMap((kind) => [
    { kind, what: 'no answer', behaviour: (() => undefined) as Behaviour, counts: true },
    { kind, what: 'an answer of no format', behaviour: whole(['data: {oops\n\n']), counts: true },
    { kind, what: 'the status 429', behaviour: status(429, {}), counts: false },
    { kind, what: 'the status 500', behaviour: status(500, {}), counts: false },
  ]),
)(
  'a request of $kind with $what counts its input: $counts',
  async ({ kind, behaviour, counts }) => {
    const record = await recordOf(kind, behaviour);
    expect(record.state).toBe('failed');
    expect(Number(record.input_tokens) > ASKED.length / 5).toBe(counts);
  },
);
