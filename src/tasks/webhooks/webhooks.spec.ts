import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { WebhookRows } from '../../../test/support/engine/webhook-rows.js';
import type { WebhookDeliveryEntity } from './webhook-delivery.entity.js';
import type { UpdateWebhookDto } from './webhook.dto.js';
import type { WebhookEntity } from './webhook.entity.js';
import { toWebhook, webhookTag } from './webhook.js';

const FAILED = { code: 'precondition_failed' };
const STOP = new AbortController().signal;

/** An attempted delivery with the rows before the attempt. */
interface Attempted {
  delivery: Partial<WebhookDeliveryEntity>;
  webhook: Partial<WebhookEntity>;
}

const bench = useEngineBench('webhooks', 'webhook_deliveries');
const hooks = new WebhookRows(bench);

describe('an attempt to deliver', () => {
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
      const id = await hooks.addWebhook({ updated_at: 7, ...given.webhook });
      const [due = ''] = await hooks.addDeliveries(id, given.delivery);
      const answer = { status, body: 'no', retryAfter: undefined };
      const { deliverer } = hooks.server(bench.database, answer);
      const [claimed] = await deliverer.claim(PROJECT, id, 1);
      if (claimed === undefined) throw new Error('nothing was claimed');
      const row = await hooks.webhook(id);
      await bench.pass(1_000);
      let found = {};
      const ofWebhook = await bench.changes('webhooks', id, async () => {
        const attempt = () => deliverer.attempt(row, claimed, STOP);
        found = await bench.changes('webhook_deliveries', due, attempt);
      });
      expect({ delivery: found, webhook: ofWebhook }).toEqual(changes(Date.now()));
    },
  );
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
  ])('a change of a webhook %s changes nothing else', async (_, before, given, changes) => {
    const id = await hooks.addWebhook({ updated_at: 7, ...before });
    await bench.settle(await bench.addRun(), { kind: 'success', result: 1 });
    const last = await bench.events.last(PROJECT);
    const { webhooks } = hooks.server(bench.database, {
      status: 200,
      body: '',
      retryAfter: undefined,
    });
    const found = await bench.changes('webhooks', id, () => webhooks.update(PROJECT, id, given));
    const cursor = 'cursor' in changes ? { cursor: last } : {};
    expect(found).toEqual({ ...changes, ...cursor, updated_at: Date.now() });
  });

  it('a rotation keeps the former secret for a while, and changes nothing else', async () => {
    const id = await hooks.addWebhook({ updated_at: 7 });
    const { sealed } = await hooks.webhook(id);
    const rotate = () => hooks.server().webhooks.rotate(PROJECT, id, 1_000);
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
    const id = await hooks.addWebhook();
    const [[column, value]] = Object.entries(other) as [[string, string | boolean]];
    const change = `UPDATE webhooks SET ${column} = ? WHERE id = ?`;
    const { webhooks } = hooks.server(
      bench.afterReads(() => bench.database.execute(change, [value, id])),
    );
    const changed = webhooks.update(PROJECT, id, { description: 'mine' });
    await expect(changed).rejects.toMatchObject({ code: 'conflict' });
    expect((await hooks.webhook(id)).description).not.toBe('mine');
  });

  it('a deletion with If-Match is refused where another change came first, and one without is not', async () => {
    const id = await hooks.addWebhook();
    await hooks.addDeliveries(id, {});
    const ifMatch = webhookTag(toWebhook(await hooks.webhook(id)));
    const change = "UPDATE webhooks SET description = 'other' WHERE id = ?";
    const { webhooks } = hooks.server(bench.afterReads(() => bench.database.execute(change, [id])));
    await expect(webhooks.remove(PROJECT, id, { ifMatch })).rejects.toMatchObject(FAILED);
    expect(await bench.database.query('SELECT id FROM webhook_deliveries')).toHaveLength(1);
    await webhooks.remove(PROJECT, id);
    expect(await bench.database.query('SELECT id FROM webhooks')).toEqual([]);
  });

  it('a webhook is deleted with its deliveries, and no other is', async () => {
    const [id, other] = [await hooks.addWebhook(), await hooks.addWebhook()];
    await hooks.addDeliveries(id, {}, { status: 'success' });
    const [kept] = await hooks.addDeliveries(other, {});
    await hooks.server().webhooks.remove(PROJECT, id);
    const sql = 'SELECT id FROM webhook_deliveries';
    expect(await bench.database.query(sql)).toEqual([{ id: kept }]);
  });
});
