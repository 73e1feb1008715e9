/** Model requests: the guard makes their connections, records reproduce the same bytes, and keys do not leak. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { JsonObject } from '../../src/base/kernel/json.js';
import { ServiceEgress } from '../../src/sandbox/egress/service-egress.js';
import { ModelFailure } from '../../src/agents/models/model-gateway.js';
import { EgressGuard } from '../../src/sandbox/egress/egress-guard.js';
import { status } from '../support/models/faulty-provider.js';
import {
  KEY,
  KINDS,
  type ModelsHere,
  OWNER,
  requestTo,
  startModelsHere,
} from '../support/models/models-here.js';

let here: ModelsHere;
beforeAll(async () => {
  here = await startModelsHere();
});
afterAll(() => here.close());
beforeEach(() => {
  here.provider.behaviour = null;
});

const never = (): AbortSignal => new AbortController().signal;
const PLACES = KINDS.flatMap((kind) => [true, false].map((stream) => ({ kind, stream })));

describe.each(PLACES)('$kind, streamed: $stream', ({ kind, stream }) => {
  it('the egress guard makes every connection to a provider', async () => {
    const guarded = jest.spyOn(EgressGuard.prototype, 'connect');
    const before = here.provider.connections;
    for (let times = 0; times < 3; times += 1)
      await here.gateway.call(OWNER, requestTo(kind, stream), null, never());
    const made = guarded.mock.calls.length;
    guarded.mockRestore();
    expect([made, here.provider.connections - before]).toEqual([3, 3]);
  });

  it('recorded messages lead to the same request as the original ones', async () => {
    const asked = requestTo(kind, stream, 'use the tool');
    const reply = await here.gateway.call(OWNER, asked, null, never());
    const [call] = reply.calls;
    const result: JsonObject = {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: call?.id ?? '',
          toolName: 'look',
          output: { type: 'json', value: { seen: [1, 'two', null] } },
        },
      ],
    };
    const messages = [...asked.messages, ...reply.messages, result];
    const bodies: (string | undefined)[] = [];
    for (const sent of [messages, JSON.parse(JSON.stringify(messages)) as JsonObject[]]) {
      await here.gateway.call(OWNER, { ...asked, messages: sent }, null, never());
      bodies.push(here.provider.requests.at(-1)?.body);
    }
    expect(bodies[0]).toContain('seen');
    expect(bodies[1]).toBe(bodies[0]);
  });
});

it('no key appears in a row, an error or the log', async () => {
  here.provider.behaviour = status(401, { error: { message: `the key ${KEY} is wrong` } });
  for (const { kind, stream } of PLACES) {
    const failed = here.gateway.call(OWNER, requestTo(kind, stream), null, never());
    const error: unknown = await failed.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ModelFailure);
    expect((error as ModelFailure).message).toContain('[redacted]');
    expect((error as ModelFailure).message).not.toContain(KEY);
  }
  const keyed = here.provider.requests.filter(({ headers }) =>
    JSON.stringify(headers).includes(KEY),
  );
  expect(keyed.length).toBe(here.provider.requests.length);
  const tables = await here.core.database.query<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%fts%'`,
  );
  expect(tables.map(({ name }) => name)).toContain('model_calls');
  for (const { name } of tables) {
    const rows = await here.core.database.query(`SELECT * FROM "${name}"`);
    expect(JSON.stringify(rows)).not.toContain(KEY);
  }
  const { dataDir } = here.core.config;
  for (const file of readdirSync(dataDir).filter((one) => one.includes('.db')))
    expect(readFileSync(join(dataDir, file)).includes(KEY)).toBe(false);
  expect(here.log.length).toBeGreaterThan(10);
  expect(here.log.join('')).not.toContain(KEY);
});

it('a provider of a project reaches no machine address that the operator has not allowed', async () => {
  const egress = new ServiceEgress({ networkRanges: [] }, 'model providers');
  const of = (url: string) => egress.findRefusal({ projectId: 'p', base_url: url });
  expect(await of('https://169.254.169.254/v1')).toContain('link-local');
  expect(await of('https://127.0.0.1/v1')).toContain('METARUN_NETWORK_RANGES');
  expect(await of('http://1.1.1.1/v1')).toContain('must be reached by https');
  expect(await of('https://1.1.1.1/v1')).toBeNull();
  const own = { projectId: null, base_url: here.provider.url };
  await expect(egress.to(own).connect(new URL('http://127.0.0.1:1/'), never())).rejects.toThrow(
    /allowed_hosts/,
  );
  const socket = await egress.to(own).connect(new URL(here.provider.url), never());
  socket.destroy();
});
