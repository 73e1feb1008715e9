import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { WebhookRows } from '../../../test/support/engine/webhook-rows.js';
import { readServerConfig } from '../../server/core/config.js';
import { cipherKey } from '../../access/secrets/cipher.js';
import { SecretKey } from '../../access/secrets/secret-key.js';
import type { DeliveryFilter } from './deliveries.service.js';
import { WebhookRetention } from './webhook-retention.js';
import { resealWebhooks, WebhookSecrets } from './webhook-secrets.js';
import { ATTEMPT_MS } from './webhook-sender.js';

/** Time for which a claimed delivery is reserved for its server, in ms. */
const LEASE_MS = 2 * ATTEMPT_MS;
const DAY_MS = 24 * 60 * 60 * 1000;
const STOP = new AbortController().signal;

const bench = useEngineBench('webhooks', 'webhook_deliveries');
const hooks = new WebhookRows(bench);

/** Adds `count` later copies of a delivery and returns the id of the last one. */
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

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

describe('the claim of deliveries', () => {
  it('a server claims the due deliveries of one webhook, those that have waited longest first', async () => {
    const [own, other] = [await hooks.addWebhook(), await hooks.addWebhook()];
    const later = { next_attempt_at: Date.now() + 60_000 };
    const ids = await hooks.addDeliveries(own, {}, {}, {}, later, { status: 'success' });
    await hooks.addDeliveries(other, {});
    const { deliverer } = hooks.server();
    const first = await deliverer.claim(PROJECT, own, 2);
    expect(idsOf(first).toSorted()).toEqual(ids.slice(0, 2));
    expect(first[0]).toMatchObject({ attempts: 1, round: 1, attempted_at: Date.now() });
    expect(idsOf(await deliverer.claim(PROJECT, own, 10))).toEqual([ids[2]]);
    expect(await deliverer.claim(PROJECT, own, 10)).toEqual([]);
  });

  it('two servers that claim at once never get the same delivery', async () => {
    const id = await hooks.addWebhook();
    const ids = await hooks.addDeliveries(id, ...Array.from({ length: 12 }, () => ({})));
    const [one, other] = [hooks.server().deliverer, hooks.server().deliverer];
    const claims = [one, other, one, other].map((deliverer) => deliverer.claim(PROJECT, id, 2));
    const claimed = (await Promise.all(claims)).flatMap(idsOf);
    expect(new Set(claimed).size).toBe(claimed.length);
    const rest = idsOf(await one.claim(PROJECT, id, 12));
    expect([...claimed, ...rest].toSorted()).toEqual(ids.toSorted());
  });

  it('a delivery whose server has died is claimed again after its lease, and the former one records nothing', async () => {
    const id = await hooks.addWebhook();
    const [due] = await hooks.addDeliveries(id, {});
    const [dead, next] = [hooks.server(), hooks.server()];
    const [former] = await dead.deliverer.claim(PROJECT, id, 1);
    await bench.pass(LEASE_MS - 1);
    expect(await next.deliverer.claim(PROJECT, id, 1)).toEqual([]);
    await bench.pass(1);
    const [taken] = await next.deliverer.claim(PROJECT, id, 1);
    expect(taken).toMatchObject({ id: due, attempts: 2, round: 2 });
    if (former === undefined) throw new Error('nothing was claimed');
    const before = await hooks.delivery(due);
    await dead.deliverer.attempt(await hooks.webhook(id), former, STOP);
    expect(await hooks.delivery(due)).toEqual(before);
    expect(await hooks.webhook(id)).toMatchObject({ failing_since: null });
  });

  it('a failed attempt is followed by another one after a pause, and a webhook knows since when it fails', async () => {
    const id = await hooks.addWebhook();
    const [due] = await hooks.addDeliveries(id, {});
    const { deliverer } = hooks.server();
    const [claimed] = await deliverer.claim(PROJECT, id, 1);
    if (claimed === undefined) throw new Error('nothing was claimed');
    await deliverer.attempt(await hooks.webhook(id), claimed, STOP);
    const { status, error, next_attempt_at: next, finished_at: end } = await hooks.delivery(due);
    expect([status, end, error]).toEqual(['pending', null, expect.stringContaining('127.0.0.1')]);
    expect(next).toBeGreaterThanOrEqual(Date.now() + 4_000);
    expect(next).toBeLessThanOrEqual(Date.now() + 6_000);
    expect(await hooks.webhook(id)).toMatchObject({ failing_since: Date.now() });
  });

  it('a webhook whose last try of a delivery fails after three days is disabled, and says so', async () => {
    const failing_since = Date.now() - 3 * DAY_MS;
    const id = await hooks.addWebhook({ failing_since });
    const [due] = await hooks.addDeliveries(id, { round: 10 });
    const { deliverer } = hooks.server();
    const [claimed] = await deliverer.claim(PROJECT, id, 1);
    if (claimed === undefined) throw new Error('nothing was claimed');
    await deliverer.attempt(await hooks.webhook(id), claimed, STOP);
    expect(await hooks.delivery(due)).toMatchObject({ status: 'failed', finished_at: Date.now() });
    const row = await hooks.webhook(id);
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
    const id = await hooks.addWebhook({ task_types: '["mine"]' });
    const row = await hooks.webhook(id);
    await Promise.all([hooks.server(), hooks.server()].map(({ feeder }) => feeder.feed(row)));
    const rows = await hooks.server().deliveries.list(PROJECT, id, { limit: 10 });
    expect(rows.map(({ type, taskId }) => [type, taskId])).toEqual([['task.success', run.taskId]]);
    expect((await hooks.webhook(id)).cursor).toBe(await bench.events.last(PROJECT));
  });

  it('a draft becomes no delivery', async () => {
    const id = await hooks.addWebhook();
    await bench.settle(await bench.addRun({ draft: 1 }), { kind: 'success', result: 1 });
    const { feeder, deliveries } = hooks.server();
    await feeder.feed(await hooks.webhook(id));
    expect(await deliveries.list(PROJECT, id, { limit: 10 })).toEqual([]);
  });

  it('a webhook that is disabled while it is fed gets nothing', async () => {
    const id = await hooks.addWebhook();
    await bench.settle(await bench.addRun(), { kind: 'success', result: 1 });
    const before = await hooks.webhook(id);
    const { feeder, deliveries, webhooks } = hooks.server();
    await webhooks.update(PROJECT, id, { enabled: false });
    expect(await feeder.feed(before)).toBe(false);
    expect(await deliveries.list(PROJECT, id, { limit: 10 })).toEqual([]);
    expect((await hooks.webhook(id)).cursor).toBe(0);
  });

  it('events of schedules are delivered to the webhooks that ask for them, of their meta-tasks alone', async () => {
    const events = '["schedule.failed","schedule.paused"]';
    const ids = [
      await hooks.addWebhook({ events }),
      await hooks.addWebhook({ events, task_types: '["mail"]' }),
      await hooks.addWebhook({ events, task_types: '["other"]' }),
      await hooks.addWebhook(),
    ];
    await bench.database.write(async (tx) =>
      bench.events.append(
        tx,
        PROJECT,
        ['failed', 'paused'].map((state) => ({
          type: 'schedule',
          taskId: '',
          attempt: 0,
          level: null,
          data: { schedule_id: 's', name: 'Nightly', task_type: 'mail', state },
          createdAt: Date.now(),
        })),
      ),
    );
    const { feeder } = hooks.server();
    for (const id of ids) await feeder.feed(await hooks.webhook(id));
    const rows = await bench.database.query(
      'SELECT webhook_id, type, task_id FROM webhook_deliveries ORDER BY id',
    );
    expect(rows).toEqual(
      ids.slice(0, 2).flatMap((webhook_id) =>
        ['schedule.failed', 'schedule.paused'].map((type) => ({
          webhook_id,
          type,
          task_id: null,
        })),
      ),
    );
  });

  it('a webhook with a thousand deliveries on their way waits with what follows', async () => {
    const id = await hooks.addWebhook();
    const [first = ''] = await hooks.addDeliveries(id, {});
    const last = await addCopies(first, 999);
    await bench.settle(await bench.addRun(), { kind: 'success', result: 1 });
    const { feeder } = hooks.server();
    await feeder.feed(await hooks.webhook(id));
    expect((await hooks.webhook(id)).cursor).toBe(0);
    await bench.database.execute('DELETE FROM webhook_deliveries WHERE id = ?', [last]);
    await feeder.feed(await hooks.webhook(id));
    expect((await hooks.webhook(id)).cursor).toBe(await bench.events.last(PROJECT));
  });
});

describe('the log of deliveries', () => {
  it('the log is newest first, by pages, and by what is asked for', async () => {
    const id = await hooks.addWebhook();
    const ids = await hooks.addDeliveries(
      id,
      { status: 'success' },
      { task_id: 'task' },
      { status: 'failed' },
      { status: 'success' },
    );
    const { deliveries } = hooks.server();
    const list = async (filter: DeliveryFilter & { cursor?: string }, limit = 10) =>
      idsOf(await deliveries.list(PROJECT, id, { ...filter, limit }));
    const newest = ids.toReversed();
    expect(await list({}, 2)).toEqual(newest.slice(0, 2));
    expect(await list({ cursor: newest[1] ?? '' })).toEqual(newest.slice(2));
    expect(await list({ status: 'success' })).toEqual([ids[3], ids[0]]);
    expect(await list({ taskId: 'TASK' })).toEqual([ids[1]]);
  });

  it('deliveries that have ended are queued again, and those on their way stay as they are', async () => {
    const id = await hooks.addWebhook();
    const ended = { status: 'failed', round: 3, next_attempt_at: null, finished_at: 1 };
    const ids = await hooks.addDeliveries(id, ended, { round: 2 }, { ...ended, status: 'success' });
    const { deliveries, deliverer } = hooks.server();
    expect(await deliveries.redeliverAll(PROJECT, id, { status: 'failed' })).toBe(1);
    expect(await deliveries.redeliverAll(PROJECT, id, {})).toBe(1);
    expect(await deliveries.redeliverAll(PROJECT, id, {})).toBe(0);
    expect(await hooks.delivery(ids[0])).toMatchObject({ status: 'pending', finished_at: null });
    const rounds = (await deliverer.claim(PROJECT, id, 10)).map((row) => [row.id, row.round]);
    expect(new Map(rounds as [string, number][])).toEqual(
      new Map([
        [ids[0], 1],
        [ids[1], 3],
        [ids[2], 1],
      ]),
    );
  });

  it('a delivery that has ended is queued again by itself, as one of its webhook alone', async () => {
    const [id, other] = [await hooks.addWebhook(), await hooks.addWebhook()];
    const [ended = ''] = await hooks.addDeliveries(id, {
      status: 'failed',
      round: 10,
      finished_at: 1,
    });
    const { deliveries } = hooks.server();
    await expect(deliveries.redeliver(PROJECT, other, ended)).rejects.toThrow('no delivery');
    await deliveries.redeliver(PROJECT, id, ended);
    expect(await hooks.delivery(ended)).toMatchObject({
      status: 'pending',
      round: 0,
      next_attempt_at: Date.now(),
      finished_at: null,
    });
    await expect(deliveries.redeliver(PROJECT, id, ended)).rejects.toThrow('on its way');
  });

  it('a webhook that is disabled is sent nothing again', async () => {
    const id = await hooks.addWebhook({ enabled: false });
    const [ended = ''] = await hooks.addDeliveries(id, { status: 'failed' });
    const { deliveries } = hooks.server();
    await expect(deliveries.redeliver(PROJECT, id, ended)).rejects.toThrow('disabled');
    await expect(deliveries.redeliverAll(PROJECT, id, {})).rejects.toThrow('disabled');
    await expect(deliveries.test(PROJECT, id)).rejects.toThrow('disabled');
    expect(await hooks.delivery(ended)).toMatchObject({ status: 'failed' });
  });

  it('deliveries that have ended are deleted after a week, and those on their way never', async () => {
    const id = await hooks.addWebhook();
    const [, waits] = await hooks.addDeliveries(id, { status: 'failed' }, {});
    // Ids contain their time and never decrease within a process, so the new delivery is added last.
    await bench.pass(8 * DAY_MS);
    const [young] = await hooks.addDeliveries(id, { status: 'success' });
    await new WebhookRetention(bench.database).sweep();
    const left = await hooks.server().deliveries.list(PROJECT, id, { limit: 10 });
    expect(idsOf(left)).toEqual([young, waits]);
  });

  it('the last ten thousand deliveries of a webhook are kept', async () => {
    const [id, other] = [await hooks.addWebhook(), await hooks.addWebhook()];
    const [elsewhere] = await hooks.addDeliveries(other, { status: 'success' });
    const [oldest = ''] = await hooks.addDeliveries(id, { status: 'success' });
    await addCopies(oldest, 10_000);
    await new WebhookRetention(bench.database).sweep();
    const rows = await bench.database.query<{ id: string }>('SELECT id FROM webhook_deliveries');
    expect(rows).toHaveLength(10_001);
    expect(idsOf(rows)).toContain(elsewhere);
    expect(idsOf(rows)).not.toContain(oldest);
  });
});

it('a new key of the server opens the secrets of webhooks, also the one before a rotation', async () => {
  const [id, foreign] = [
    await hooks.addWebhook(),
    await hooks.addWebhook({ key_id: 'other', sealed: 'v1.' }),
  ];
  const { webhooks, secrets } = hooks.server();
  await webhooks.rotate(PROJECT, id, DAY_MS);
  const before = await secrets.read(await hooks.webhook(id), Date.now());
  expect(before).toHaveLength(2);
  expect(await secrets.read(await hooks.webhook(id), Date.now() + DAY_MS)).toEqual([before[0]]);
  const next = Buffer.alloc(32, 1);
  const keys = { from: cipherKey(Buffer.alloc(32)), to: cipherKey(next) };
  expect(await bench.database.write((tx) => resealWebhooks(tx, keys))).toBe(1);
  const settings = { METARUN_SECRET_KEY: next.toString('base64') };
  const renewed = new WebhookSecrets(new SecretKey(readServerConfig(settings)));
  expect(await renewed.read(await hooks.webhook(id), Date.now())).toEqual(before);
  expect(await secrets.read(await hooks.webhook(id), Date.now())).toEqual([]);
  expect(await hooks.webhook(foreign)).toMatchObject({ key_id: 'other', sealed: 'v1.' });
});
