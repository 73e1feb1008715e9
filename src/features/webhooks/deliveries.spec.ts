import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { newId } from '../../base/kernel/ids.js';
import { readServerConfig } from '../../server/core/config.js';
import { Quotas } from '../projects/quotas.service.js';
import { cipherKey } from '../secrets/cipher.js';
import { SecretKey } from '../secrets/secret-key.js';
import { DeliveriesService, type DeliveryFilter } from './deliveries.service.js';
import { WebhookDeliverer } from './webhook-deliverer.js';
import type { WebhookDeliveryEntity } from './webhook-delivery.entity.js';
import type { UpdateWebhookDto } from './webhook.dto.js';
import { WebhookFeeder } from './webhook-feeder.js';
import { WebhookRetention } from './webhook-retention.js';
import { resealWebhooks, WebhookSecrets } from './webhook-secrets.js';
import { ATTEMPT_MS, type WebhookAnswer, WebhookSender } from './webhook-sender.js';
import type { WebhookEntity } from './webhook.entity.js';
import { WebhooksService } from './webhooks.service.js';

/** The time for which a claimed delivery is left to the server that has it, ms. */
const LEASE_MS = 2 * ATTEMPT_MS;
const DAY_MS = 24 * 60 * 60 * 1000;
const STOP = new AbortController().signal;

/** An attempt of a delivery: the rows before it. */
interface Attempted {
  delivery: Partial<WebhookDeliveryEntity>;
  webhook: Partial<WebhookEntity>;
}

const bench = useEngineBench('webhooks', 'webhook_deliveries');
const config = readServerConfig({ METARUN_SECRET_KEY: Buffer.alloc(32).toString('base64') });

/** A server's part in the deliveries. No address that it may reach takes any, unless `answer` says what all of them answer. */
function server(database = bench.database, answer?: WebhookAnswer) {
  const { events, bus } = bench;
  const secrets = new WebhookSecrets(new SecretKey(config));
  const sender = new WebhookSender(config);
  if (answer !== undefined)
    Object.assign(sender, { post: async () => answer, refusalOf: async () => null });
  const logger = pino({ enabled: false });
  const quotas = new Quotas(config, database);
  const webhooks = new WebhooksService(database, events, secrets, sender, quotas);
  return {
    secrets,
    webhooks,
    feeder: new WebhookFeeder(database, events, ''),
    deliverer: new WebhookDeliverer(database, events, secrets, sender, logger, bus),
    deliveries: new DeliveriesService(database, webhooks, bus),
  };
}

async function addWebhook(given: Partial<WebhookEntity> = {}): Promise<string> {
  const id = newId();
  const now = Date.now();
  await bench.insert('webhooks', {
    id,
    project_id: PROJECT,
    // The guard refuses it, so that every attempt fails at once.
    url: 'http://127.0.0.1:9/',
    events: '["task.pending","task.success"]',
    ...(await server().secrets.seal(id, 'whsec_c2VjcmV0')),
    enabled: true,
    cursor: 0,
    created_by: 'author',
    created_at: now,
    updated_at: now,
    ...given,
  });
  return id;
}

async function webhook(id: string): Promise<WebhookEntity> {
  const [row] = await bench.database.query<WebhookEntity>('SELECT * FROM webhooks WHERE id = ?', [
    id,
  ]);
  if (row === undefined) throw new Error('there is no webhook');
  return row;
}

/** Adds deliveries of a webhook, each 1 ms later than the one before; returns their ids. */
async function addDeliveries(
  webhookId: string,
  ...given: readonly Partial<WebhookDeliveryEntity>[]
): Promise<string[]> {
  const ids: string[] = [];
  for (const each of given) {
    await bench.pass(1);
    const id = newId();
    const rest = { event_seq: 1, type: 'task.success', payload: '{}', attempts: 0, round: 0 };
    const times = { next_attempt_at: Date.now(), created_at: Date.now() };
    const own = { id, project_id: PROJECT, webhook_id: webhookId, status: 'pending' };
    await bench.insert('webhook_deliveries', { ...own, ...rest, ...times, ...each });
    ids.push(id);
  }
  return ids;
}

/** Adds `count` copies of a delivery, as ones that were made after it; returns the id of the last one. */
async function addCopies(id: string, count: number): Promise<string> {
  const same = `project_id, webhook_id, event_seq, type, payload, status, attempts, round, next_attempt_at, created_at`;
  await bench.database.execute(
    `INSERT INTO webhook_deliveries (id, ${same})
     WITH RECURSIVE numbers (n) AS (SELECT 10001 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000 + ${count})
     SELECT id || '-' || n, ${same} FROM webhook_deliveries CROSS JOIN numbers WHERE id = ?`,
    [id],
  );
  return `${id}-${10_000 + count}`;
}

async function delivery(id = ''): Promise<WebhookDeliveryEntity> {
  const sql = 'SELECT * FROM webhook_deliveries WHERE id = ?';
  const [row] = await bench.database.query<WebhookDeliveryEntity>(sql, [id]);
  if (row === undefined) throw new Error('there is no delivery');
  return row;
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

describe('the claim of deliveries', () => {
  it('a server claims the due deliveries of one webhook, those that have waited longest first', async () => {
    const [own, other] = [await addWebhook(), await addWebhook()];
    const later = { next_attempt_at: Date.now() + 60_000 };
    const ids = await addDeliveries(own, {}, {}, {}, later, { status: 'success' });
    await addDeliveries(other, {});
    const { deliverer } = server();
    const first = await deliverer.claim(own, 2);
    expect(idsOf(first).toSorted()).toEqual(ids.slice(0, 2));
    expect(first[0]).toMatchObject({ attempts: 1, round: 1, attempted_at: Date.now() });
    expect(idsOf(await deliverer.claim(own, 10))).toEqual([ids[2]]);
    expect(await deliverer.claim(own, 10)).toEqual([]);
  });

  it('two servers that claim at once never get the same delivery', async () => {
    const id = await addWebhook();
    const ids = await addDeliveries(id, ...Array.from({ length: 12 }, () => ({})));
    const [one, other] = [server().deliverer, server().deliverer];
    const claims = [one, other, one, other].map((deliverer) => deliverer.claim(id, 2));
    const claimed = (await Promise.all(claims)).flatMap(idsOf);
    expect(new Set(claimed).size).toBe(claimed.length);
    const rest = idsOf(await one.claim(id, 12));
    expect([...claimed, ...rest].toSorted()).toEqual(ids.toSorted());
  });

  it('a delivery whose server has died is claimed again after its lease, and the former one records nothing', async () => {
    const id = await addWebhook();
    const [due] = await addDeliveries(id, {});
    const [dead, next] = [server(), server()];
    const [former] = await dead.deliverer.claim(id, 1);
    await bench.pass(LEASE_MS - 1);
    expect(await next.deliverer.claim(id, 1)).toEqual([]);
    await bench.pass(1);
    const [taken] = await next.deliverer.claim(id, 1);
    expect(taken).toMatchObject({ id: due, attempts: 2, round: 2 });
    if (former === undefined) throw new Error('nothing was claimed');
    const before = await delivery(due);
    await dead.deliverer.attempt(await webhook(id), former, STOP);
    expect(await delivery(due)).toEqual(before);
    expect(await webhook(id)).toMatchObject({ failing_since: null });
  });

  it('a failed attempt is followed by another one after a pause, and a webhook knows since when it fails', async () => {
    const id = await addWebhook();
    const [due] = await addDeliveries(id, {});
    const { deliverer } = server();
    const [claimed] = await deliverer.claim(id, 1);
    if (claimed === undefined) throw new Error('nothing was claimed');
    await deliverer.attempt(await webhook(id), claimed, STOP);
    const { status, error, next_attempt_at: next, finished_at: end } = await delivery(due);
    expect([status, end, error]).toEqual(['pending', null, expect.stringContaining('127.0.0.1')]);
    expect(next).toBeGreaterThanOrEqual(Date.now() + 4_000);
    expect(next).toBeLessThanOrEqual(Date.now() + 6_000);
    expect(await webhook(id)).toMatchObject({ failing_since: Date.now() });
  });

  const failed = (response_status: number) => ({
    response_status,
    response_body: 'no',
    duration_ms: expect.any(Number),
    error: expect.stringContaining(`answered ${response_status}`),
  });
  const ended = (now: number) => ({ next_attempt_at: null, finished_at: now });

  it.each<[number, Attempted, (now: number) => { delivery: object; webhook: object }]>([
    [
      200,
      { delivery: { error: 'before' }, webhook: { failing_since: 7 } },
      (now) => ({
        delivery: { ...failed(200), error: null, status: 'success', ...ended(now) },
        webhook: { failing_since: null },
      }),
    ],
    [
      500,
      { delivery: {}, webhook: { failing_since: 7 } },
      () => ({ delivery: { ...failed(500), next_attempt_at: expect.any(Number) }, webhook: {} }),
    ],
    [
      500,
      { delivery: { round: 20 }, webhook: {} },
      (now) => ({
        delivery: { ...failed(500), status: 'failed', ...ended(now) },
        webhook: { failing_since: now },
      }),
    ],
    [
      410,
      { delivery: {}, webhook: {} },
      (now) => ({
        delivery: { ...failed(410), status: 'failed', ...ended(now) },
        webhook: {
          failing_since: now,
          enabled: 0,
          disabled_reason: 'The receiver answered 410: it is gone.',
          updated_at: now,
        },
      }),
    ],
  ])(
    'the answer %i to %j is recorded, and nothing else changes',
    async (status, given, changes) => {
      const id = await addWebhook({ updated_at: 7, ...given.webhook });
      const [due = ''] = await addDeliveries(id, given.delivery);
      const answer = { status, body: 'no', retryAfter: undefined };
      const { deliverer } = server(bench.database, answer);
      const [claimed] = await deliverer.claim(id, 1);
      if (claimed === undefined) throw new Error('nothing was claimed');
      const row = await webhook(id);
      await bench.pass(1_000);
      let found = {};
      const ofWebhook = await bench.changes('webhooks', id, async () => {
        const attempt = () => deliverer.attempt(row, claimed, STOP);
        found = await bench.changes('webhook_deliveries', due, attempt);
      });
      expect({ delivery: found, webhook: ofWebhook }).toEqual(changes(Date.now()));
    },
  );

  it('a webhook whose last try of a delivery fails after three days is disabled, and says so', async () => {
    const failing_since = Date.now() - 3 * DAY_MS;
    const id = await addWebhook({ failing_since });
    const [due] = await addDeliveries(id, { round: 10 });
    const { deliverer } = server();
    const [claimed] = await deliverer.claim(id, 1);
    if (claimed === undefined) throw new Error('nothing was claimed');
    await deliverer.attempt(await webhook(id), claimed, STOP);
    expect(await delivery(due)).toMatchObject({ status: 'failed', finished_at: Date.now() });
    const row = await webhook(id);
    expect([Boolean(row.enabled), row.failing_since]).toEqual([false, failing_since]);
    const events = await bench.events.read({ projectId: PROJECT, after: 0, limit: 10 });
    expect(events).toMatchObject([{ type: 'webhook', data: { webhook_id: id, enabled: false } }]);
  });
});

describe('the feeding of a webhook', () => {
  it('each event that a webhook asks for becomes one delivery, though two servers feed it at once', async () => {
    const run = await bench.addRun({ task_type: 'mine' });
    await bench.settle(run, { kind: 'success', result: 1 });
    await bench.settle(await bench.addRun({ draft: 1 }), { kind: 'success', result: 1 });
    const id = await addWebhook({ task_types: '["mine"]' });
    const row = await webhook(id);
    await Promise.all([server(), server()].map(({ feeder }) => feeder.feed(row)));
    const rows = await server().deliveries.list(PROJECT, id, { limit: 10 });
    expect(rows.map(({ type, taskId }) => [type, taskId])).toEqual([['task.success', run.taskId]]);
    expect((await webhook(id)).cursor).toBe(await bench.events.last(PROJECT));
  });

  it('a draft becomes no delivery', async () => {
    const id = await addWebhook();
    await bench.settle(await bench.addRun({ draft: 1 }), { kind: 'success', result: 1 });
    const { feeder, deliveries } = server();
    await feeder.feed(await webhook(id));
    expect(await deliveries.list(PROJECT, id, { limit: 10 })).toEqual([]);
  });

  it('a webhook that is disabled while it is fed gets nothing', async () => {
    const id = await addWebhook();
    await bench.settle(await bench.addRun(), { kind: 'success', result: 1 });
    const before = await webhook(id);
    const { feeder, deliveries, webhooks } = server();
    await webhooks.update(PROJECT, id, { enabled: false });
    expect(await feeder.feed(before)).toBe(false);
    expect(await deliveries.list(PROJECT, id, { limit: 10 })).toEqual([]);
    expect((await webhook(id)).cursor).toBe(0);
  });

  it('a webhook with a thousand deliveries on their way waits with what follows', async () => {
    const id = await addWebhook();
    const [first = ''] = await addDeliveries(id, {});
    const last = await addCopies(first, 999);
    await bench.settle(await bench.addRun(), { kind: 'success', result: 1 });
    const { feeder } = server();
    await feeder.feed(await webhook(id));
    expect((await webhook(id)).cursor).toBe(0);
    await bench.database.execute('DELETE FROM webhook_deliveries WHERE id = ?', [last]);
    await feeder.feed(await webhook(id));
    expect((await webhook(id)).cursor).toBe(await bench.events.last(PROJECT));
  });
});

describe('a change of a webhook', () => {
  const OFF = { enabled: false, disabled_reason: 'It failed.', failing_since: 1 };
  it.each<[string, Partial<WebhookEntity>, UpdateWebhookDto, object]>([
    [
      'that is enabled again',
      OFF,
      { enabled: true },
      { enabled: 1, disabled_reason: null, failing_since: null, cursor: 1 },
    ],
    ['that was enabled', { failing_since: 1 }, { enabled: true }, {}],
    ['that is disabled', { failing_since: 1 }, { enabled: false }, { enabled: 0 }],
    ['that stays disabled', OFF, { enabled: false }, {}],
    ['with another address', OFF, { url: 'https://a.example' }, { url: 'https://a.example/' }],
    [
      'with other events',
      {},
      { events: ['task.failed'], task_types: ['t'], description: 'd' },
      { events: '["task.failed"]', task_types: '["t"]', description: 'd' },
    ],
    [
      'without a choice of meta-tasks',
      { task_types: '["t"]', description: 'd' },
      { task_types: null, description: null },
      { task_types: null, description: null },
    ],
  ])('of a webhook %s nothing else changes', async (_, before, given, changes) => {
    const id = await addWebhook({ updated_at: 7, ...before });
    await bench.settle(await bench.addRun(), { kind: 'success', result: 1 });
    const last = await bench.events.last(PROJECT);
    const { webhooks } = server(bench.database, { status: 200, body: '', retryAfter: undefined });
    const found = await bench.changes('webhooks', id, () => webhooks.update(PROJECT, id, given));
    const cursor = 'cursor' in changes ? { cursor: last } : {};
    expect(found).toEqual({ ...changes, ...cursor, updated_at: Date.now() });
  });

  it('a rotation keeps the former secret for a while, and changes nothing else', async () => {
    const id = await addWebhook({ updated_at: 7 });
    const { sealed } = await webhook(id);
    const rotate = () => server().webhooks.rotate(PROJECT, id, 1_000);
    expect(await bench.changes('webhooks', id, rotate)).toEqual({
      sealed: expect.not.stringContaining(sealed),
      previous_sealed: sealed,
      previous_until: Date.now() + 1_000,
      updated_at: Date.now(),
    });
  });

  it.each([
    ['url', { url: 'https://other.example/' }],
    ['description', { description: 'other' }],
    ['events', { events: '["task.failed"]' }],
    ['meta-tasks', { task_types: '["other"]' }],
    ['state', { enabled: false }],
  ])('a change is refused where another one has changed the %s meanwhile', async (_, other) => {
    const id = await addWebhook();
    const [[column, value]] = Object.entries(other) as [[string, string | boolean]];
    const change = `UPDATE webhooks SET ${column} = ? WHERE id = ?`;
    const { webhooks } = server(
      bench.afterReads(() => bench.database.execute(change, [value, id])),
    );
    const changed = webhooks.update(PROJECT, id, { description: 'mine' });
    await expect(changed).rejects.toMatchObject({ code: 'conflict' });
    expect((await webhook(id)).description).not.toBe('mine');
  });

  it('a webhook is deleted with its deliveries, and no other is', async () => {
    const [id, other] = [await addWebhook(), await addWebhook()];
    await addDeliveries(id, {}, { status: 'success' });
    const [kept] = await addDeliveries(other, {});
    await server().webhooks.remove(PROJECT, id);
    const sql = 'SELECT id FROM webhook_deliveries';
    expect(await bench.database.query(sql)).toEqual([{ id: kept }]);
  });
});

describe('the log of deliveries', () => {
  it('the log is newest first, by pages, and by what is asked for', async () => {
    const id = await addWebhook();
    const ids = await addDeliveries(
      id,
      { status: 'success' },
      { task_id: 'task' },
      { status: 'failed' },
      { status: 'success' },
    );
    const { deliveries } = server();
    const list = async (filter: DeliveryFilter & { cursor?: string }, limit = 10) =>
      idsOf(await deliveries.list(PROJECT, id, { ...filter, limit }));
    const newest = ids.toReversed();
    expect(await list({}, 2)).toEqual(newest.slice(0, 2));
    expect(await list({ cursor: newest[1] ?? '' })).toEqual(newest.slice(2));
    expect(await list({ status: 'success' })).toEqual([ids[3], ids[0]]);
    expect(await list({ taskId: 'TASK' })).toEqual([ids[1]]);
  });

  it('deliveries that have ended are queued again, and those on their way stay as they are', async () => {
    const id = await addWebhook();
    const ended = { status: 'failed', round: 3, next_attempt_at: null, finished_at: 1 };
    const ids = await addDeliveries(id, ended, { round: 2 }, { ...ended, status: 'success' });
    const { deliveries, deliverer } = server();
    expect(await deliveries.redeliverAll(PROJECT, id, { status: 'failed' })).toBe(1);
    expect(await deliveries.redeliverAll(PROJECT, id, {})).toBe(1);
    expect(await deliveries.redeliverAll(PROJECT, id, {})).toBe(0);
    expect(await delivery(ids[0])).toMatchObject({ status: 'pending', finished_at: null });
    const rounds = (await deliverer.claim(id, 10)).map((row) => [row.id, row.round]);
    expect(new Map(rounds as [string, number][])).toEqual(
      new Map([
        [ids[0], 1],
        [ids[1], 3],
        [ids[2], 1],
      ]),
    );
  });

  it('a delivery that has ended is queued again by itself, as one of its webhook alone', async () => {
    const [id, other] = [await addWebhook(), await addWebhook()];
    const [ended = ''] = await addDeliveries(id, { status: 'failed', round: 10, finished_at: 1 });
    const { deliveries } = server();
    await expect(deliveries.redeliver(PROJECT, other, ended)).rejects.toThrow('no delivery');
    await deliveries.redeliver(PROJECT, id, ended);
    expect(await delivery(ended)).toMatchObject({
      status: 'pending',
      round: 0,
      next_attempt_at: Date.now(),
      finished_at: null,
    });
    await expect(deliveries.redeliver(PROJECT, id, ended)).rejects.toThrow('on its way');
  });

  it('a webhook that is disabled is sent nothing again', async () => {
    const id = await addWebhook({ enabled: false });
    const [ended = ''] = await addDeliveries(id, { status: 'failed' });
    const { deliveries } = server();
    await expect(deliveries.redeliver(PROJECT, id, ended)).rejects.toThrow('disabled');
    await expect(deliveries.redeliverAll(PROJECT, id, {})).rejects.toThrow('disabled');
    await expect(deliveries.test(PROJECT, id)).rejects.toThrow('disabled');
    expect(await delivery(ended)).toMatchObject({ status: 'failed' });
  });

  it('deliveries that have ended are deleted after a week, and those on their way never', async () => {
    const id = await addWebhook();
    const [, waits] = await addDeliveries(id, { status: 'failed' }, {});
    // Ids say when they were made, and those of one process never go back.
    await bench.pass(8 * DAY_MS);
    const [young] = await addDeliveries(id, { status: 'success' });
    await new WebhookRetention(bench.database).sweep();
    const left = await server().deliveries.list(PROJECT, id, { limit: 10 });
    expect(idsOf(left)).toEqual([young, waits]);
  });

  it('the last ten thousand deliveries of a webhook are kept', async () => {
    const [id, other] = [await addWebhook(), await addWebhook()];
    const [elsewhere] = await addDeliveries(other, { status: 'success' });
    const [oldest = ''] = await addDeliveries(id, { status: 'success' });
    await addCopies(oldest, 10_000);
    await new WebhookRetention(bench.database).sweep();
    const rows = await bench.database.query<{ id: string }>('SELECT id FROM webhook_deliveries');
    expect(rows).toHaveLength(10_001);
    expect(idsOf(rows)).toContain(elsewhere);
    expect(idsOf(rows)).not.toContain(oldest);
  });
});

it('a new key of the server opens the secrets of webhooks, also the one before a rotation', async () => {
  const [id, foreign] = [await addWebhook(), await addWebhook({ key_id: 'other', sealed: 'v1.' })];
  const { webhooks, secrets } = server();
  await webhooks.rotate(PROJECT, id, DAY_MS);
  const before = await secrets.read(await webhook(id), Date.now());
  expect(before).toHaveLength(2);
  expect(await secrets.read(await webhook(id), Date.now() + DAY_MS)).toEqual([before[0]]);
  const next = Buffer.alloc(32, 1);
  const keys = { from: cipherKey(Buffer.alloc(32)), to: cipherKey(next) };
  expect(await bench.database.write((tx) => resealWebhooks(tx, keys))).toBe(1);
  const settings = { METARUN_SECRET_KEY: next.toString('base64') };
  const renewed = new WebhookSecrets(new SecretKey(readServerConfig(settings)));
  expect(await renewed.read(await webhook(id), Date.now())).toEqual(before);
  expect(await secrets.read(await webhook(id), Date.now())).toEqual([]);
  expect(await webhook(foreign)).toMatchObject({ key_id: 'other', sealed: 'v1.' });
});
