/**
 * The tokens that are counted for a model request, whatever its provider reports and however it ends. The provider
 * sends raw HTTP.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { ModelCallEntity } from '../../src/agents/models/gateway/model-call.entity.js';
import { type Behaviour, status } from '../support/models/faulty-provider.js';
import { halfAnswer, RAW_EVENTS, RAW_FORMATS, wholeAnswer } from '../support/models/raw-answers.js';
import {
  type Kind,
  type ModelsHere,
  OWNER,
  requestTo,
  startModelsHere,
} from '../support/models/models-here.js';

const SAID = 'The answer is long enough to be counted. '.repeat(10);
/** Bounds of the estimated number of tokens. */
const [FEW, MANY] = [SAID.length / 5, SAID.length];
const ASKED = 'A question that is long enough to be counted as well. '.repeat(20);

let here: ModelsHere;
beforeAll(async () => {
  here = await startModelsHere();
});
afterAll(() => here.close());
beforeEach(() => {
  here.provider.behaviour = null;
});

async function makeRecordedCall(kind: Kind, behaviour: Behaviour): Promise<ModelCallEntity> {
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
  RAW_FORMATS.flatMap((kind) => [
    { kind, what: 'nothing', usage: null },
    { kind, what: '0', usage: { input: 0, output: 0 } },
    { kind, what: 'a negative number', usage: { input: -7, output: -7 } },
    { kind, what: '1 for hundreds', usage: { input: 1, output: 1 } },
  ]),
)('a provider of $kind that reports $what is counted by the estimate', async ({ kind, usage }) => {
  const record = await makeRecordedCall(kind, wholeAnswer(RAW_EVENTS[kind](SAID, usage)));
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

it.each(RAW_FORMATS)('a plausible report of %s counts, and both figures are kept', async (kind) => {
  const record = await makeRecordedCall(
    kind,
    wholeAnswer(RAW_EVENTS[kind](SAID, { input: 321, output: 123 })),
  );
  expect([record.input_tokens, record.output_tokens].map(Number)).toEqual([321, 123]);
  expect([record.reported_input_tokens, record.reported_output_tokens].map(Number)).toEqual([
    321, 123,
  ]);
  expect(Number(record.estimated_output_tokens)).toBeGreaterThan(FEW);
});

it.each(RAW_FORMATS)('%s cannot report more tokens than its model takes', async (kind) => {
  const record = await makeRecordedCall(
    kind,
    wholeAnswer(RAW_EVENTS[kind](SAID, { input: 1e15, output: 1e15 })),
  );
  expect([record.input_tokens, record.output_tokens].map(Number)).toEqual([100_000, 100_000]);
});

it.each(
  RAW_FORMATS.flatMap((kind) =>
    (['reset', 'end', 'nothing'] as const).map((end) => ({ kind, end })),
  ),
)('an answer of $kind that is cut by $end counts as far as it came', async ({ kind, end }) => {
  const record = await makeRecordedCall(kind, halfAnswer(RAW_EVENTS[kind](SAID, null), end));
  expect(record.state).toBe('failed');
  expect(Number(record.input_tokens)).toBe(Number(record.estimated_input_tokens));
  expect(Number(record.output_tokens)).toBeGreaterThan(FEW / 3);
  expect(Number(record.output_tokens)).toBeLessThan(MANY / 2);
  expect(record.reported_output_tokens).toBeNull();
});

it.each(
  RAW_FORMATS.flatMap((kind) => [
    { kind, what: 'no answer', behaviour: (() => undefined) as Behaviour, counts: true },
    {
      kind,
      what: 'an answer of no format',
      behaviour: wholeAnswer(['data: {oops\n\n']),
      counts: true,
    },
    { kind, what: 'the status 429', behaviour: status(429, {}), counts: false },
    { kind, what: 'the status 500', behaviour: status(500, {}), counts: false },
  ]),
)(
  'a request of $kind with $what counts its input: $counts',
  async ({ kind, behaviour, counts }) => {
    const record = await makeRecordedCall(kind, behaviour);
    expect(record.state).toBe('failed');
    expect(Number(record.input_tokens) > ASKED.length / 5).toBe(counts);
  },
);
