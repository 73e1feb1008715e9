import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from '../support/sql.js';
import { PROJECT_EVENTS, readEvents } from '../support/events.js';
import { readError, requireProblem } from '../support/http.js';
import { NO_OP } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createTask, createMetaTask, readTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import {
  type Delivery,
  loadDeliveries,
  deliveryWhen,
  newWebhook,
  readWebhook,
  sendTest,
  WEBHOOKS,
  type Webhook,
} from '../support/webhooks.js';
import { isSignedBy, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';

const FAILS = 'def run(params, reporter):\n    raise ValueError("no " * 5000)\n';

let server: TestServer;
let receiver: WebhookReceiver;
let noOp: string;
let fails: string;
beforeAll(async () => {
  server = await sharedServer();
  receiver = await startReceiver();
  noOp = await createMetaTask(server, 'typescript', NO_OP.typescript);
  fails = await createMetaTask(server, 'python', FAILS);
});
afterAll(async () => {
  await server.stop();
  receiver.close();
});
afterEach(async () => {
  const { body } = await server.call<Webhook[]>('GET', WEBHOOKS);
  for (const { id } of body) await server.call('DELETE', `${WEBHOOKS}/${id}`);
  receiver.received.length = 0;
  receiver.answer = (response) => void response.writeHead(204).end();
});

const patch = (id: string, body: object) => server.call('PATCH', `${WEBHOOKS}/${id}`, { body });

describe('a webhook', () => {
  it('a webhook receives the events that it asked for, signed, with the fields of the task', async () => {
    const { id, secret } = await newWebhook(server, `${receiver.url}/hook?a=1`);
    const task = await createTask(server, noOp);
    const [hook] = await until('the hook', () => receiver.received.length > 0 && receiver.received);
    expect(hook?.path).toBe('/hook?a=1');
    expect(hook && isSignedBy(secret, hook)).toBe(true);
    expect(hook && isSignedBy(`whsec_${'A'.repeat(43)}=`, hook)).toBe(false);
    expect(Math.abs(Number(hook?.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(
      60,
    );
    expect(hook?.headers).toMatchObject({ 'content-type': 'application/json' });
    const { body: detail } = await readTask(server, task);
    const { type, data } = hook?.body ?? {};
    expect(type).toBe('task.success');
    const own = [
      'id',
      'name',
      'status',
      'progress',
      'current_phase',
      'task_type',
      'created_at',
      'started_at',
      'finished_at',
      'error_message',
      'error_code',
      'attempt',
    ] as const;
    expect(data).toEqual({
      ...Object.fromEntries(own.map((field) => [field, detail[field]])),
      project_id: expect.any(String),
      links: {
        self: expect.stringContaining(task),
        logs: expect.any(String),
        events: expect.any(String),
      },
    });
    const delivery = await deliveryWhen(server, id, String(hook?.headers['webhook-id']));
    expect(delivery).toMatchObject({
      type: 'task.success',
      task_id: task,
      status: 'success',
      attempts: 1,
      response_status: 204,
      next_attempt_at: null,
      error: null,
      payload: hook?.body,
    });
  });

  it('a webhook receives no other events or meta-tasks, and nothing from before it', async () => {
    const before = await createTask(server, fails);
    await taskWhen(server, before);
    await newWebhook(server, receiver.url, { events: ['task.failed'], task_types: [fails] });
    await newWebhook(server, `${receiver.url}/never`, { task_types: ['another'] });
    const other = await createTask(server, noOp);
    await taskWhen(server, other);
    const failed = await createTask(server, fails);
    const [hook] = await until('the hook', () => receiver.received.length > 0 && receiver.received);
    expect(hook?.body.data).toMatchObject({ id: failed, error_code: 'script_error' });
    expect(hook?.text.length).toBeLessThan(8_000);
    expect(receiver.received).toHaveLength(1);
  });

  it('a webhook can ask for every status that a task reaches', async () => {
    const events = ['pending', 'running', 'success'].map((status) => `task.${status}`);
    await newWebhook(server, receiver.url, { events });
    await createTask(server, noOp);
    await until('the hooks', () => receiver.received.length === 3);
    expect(receiver.received.map(({ body }) => body.type).sort()).toEqual(events.sort());
    const pending = receiver.received.find(({ body }) => body.type === 'task.pending');
    expect(pending?.body.data).toMatchObject({
      status: 'pending',
      started_at: null,
      finished_at: null,
      attempt: 0,
    });
  });

  it('a webhook is listed, read, changed and deleted', async () => {
    const { secret, ...made } = await newWebhook(server, receiver.url, { description: 'Chat' });
    expect(secret).toMatch(/^whsec_/);
    expect((await server.call('GET', WEBHOOKS)).body).toEqual([made]);
    expect((await readWebhook(server, made.id)).body).toEqual(made);
    const changed = await patch(made.id, {
      description: null,
      task_types: ['a'],
      url: `${receiver.url}/b`,
    });
    expect(changed.body).toMatchObject({
      description: null,
      task_types: ['a'],
      url: `${receiver.url}/b`,
      events: made.events,
    });
    expect((await server.call('DELETE', `${WEBHOOKS}/${made.id}`)).status).toBe(204);
    expect(readError(await readWebhook(server, made.id))).toBe('404 not_found');
    expect(readError(await server.call('GET', `${WEBHOOKS}/${made.id}/deliveries`))).toBe(
      '404 not_found',
    );
  });

  it('a disabled webhook receives nothing, and once enabled only what follows', async () => {
    const { id } = await newWebhook(server, receiver.url, { enabled: false });
    await taskWhen(server, await createTask(server, noOp));
    expect(readError(await server.call('POST', `${WEBHOOKS}/${id}/test`))).toBe('409 conflict');
    await patch(id, { enabled: true });
    const later = await createTask(server, noOp);
    await until('the hook', () => receiver.received.length > 0);
    expect(receiver.received.map(({ body }) => body.data['id'])).toEqual([later]);
  });

  it('a webhook with a rotated secret is signed with both secrets for a while', async () => {
    const { id, secret } = await newWebhook(server, receiver.url);
    const rotated = await server.call<Webhook>('POST', `${WEBHOOKS}/${id}/rotate-secret`, {
      body: {},
    });
    expect(rotated.body.secret).not.toBe(secret);
    expect(Date.parse(rotated.body.previous_secret_until ?? '')).toBeGreaterThan(Date.now());
    await sendTest(server, id);
    const [hook] = await until('the test', () => receiver.received.length > 0 && receiver.received);
    expect(hook?.body).toMatchObject({ type: 'webhook.test', data: { webhook_id: id } });
    expect(hook && [isSignedBy(secret, hook), isSignedBy(rotated.body.secret, hook)]).toEqual([
      true,
      true,
    ]);
    const body = { keep_previous_seconds: 0 };
    const last = await server.call<Webhook>('POST', `${WEBHOOKS}/${id}/rotate-secret`, { body });
    await sendTest(server, id);
    const second = await until('the other test', () => receiver.received[1]);
    expect([isSignedBy(rotated.body.secret, second), isSignedBy(last.body.secret, second)]).toEqual(
      [false, true],
    );
  });
});

describe('a delivery that fails', () => {
  it('a failed delivery is retried with the same id until it succeeds', async () => {
    receiver.answer = (response) => void response.writeHead(500).end('out of \0 order');
    const { id } = await newWebhook(server, receiver.url);
    const delivery = await sendTest(server, id);
    const waiting = await deliveryWhen(server, id, delivery, ({ error }) => error !== null);
    expect(waiting).toMatchObject({
      status: 'pending',
      attempts: 1,
      response_status: 500,
      response_body: 'out of \u{FFFD} order',
    });
    const pause = Date.parse(waiting.next_attempt_at ?? '') - Date.now();
    expect(pause).toBeGreaterThan(0);
    expect(pause).toBeLessThanOrEqual(6_000);
    expect((await readWebhook(server, id)).body.failing_since).not.toBeNull();
    receiver.answer = (response) => void response.writeHead(200).end('fine');
    const done = await deliveryWhen(server, id, delivery);
    expect(done).toMatchObject({ status: 'success', attempts: 2, response_body: 'fine' });
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([delivery, delivery]);
    await until(
      'the webhook to be well',
      async () => (await readWebhook(server, id)).body.failing_since === null,
    );
  });

  it('a failed delivery waits for as long as Retry-After says', async () => {
    receiver.answer = (response) => void response.writeHead(429, { 'Retry-After': '3600' }).end();
    const { id } = await newWebhook(server, receiver.url);
    const delivery = await deliveryWhen(
      server,
      id,
      await sendTest(server, id),
      ({ error }) => error !== null,
    );
    const pause = Date.parse(delivery.next_attempt_at ?? '') - Date.now();
    expect(pause).toBeGreaterThan(3_500_000);
    expect(pause).toBeLessThanOrEqual(3_600_000);
  });

  it('a delivery follows no redirect', async () => {
    receiver.answer = (response) => void response.writeHead(302, { Location: '/elsewhere' }).end();
    const { id } = await newWebhook(server, receiver.url);
    const delivery = await deliveryWhen(
      server,
      id,
      await sendTest(server, id),
      ({ error }) => error !== null,
    );
    expect(delivery).toMatchObject({
      response_status: 302,
      error: expect.stringContaining('redirects'),
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('a delivery answered with 410 disables the webhook, and the event stream reports it', async () => {
    receiver.answer = (response) => void response.writeHead(410).end();
    const { id } = await newWebhook(server, receiver.url);
    const delivery = await deliveryWhen(server, id, await sendTest(server, id));
    expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect((await readWebhook(server, id)).body).toMatchObject({
      enabled: false,
      disabled_reason: expect.stringContaining('410'),
    });
    const path = `${PROJECT_EVENTS}?types=webhook`;
    const from = { 'Last-Event-ID': '0' };
    const { events } = await readEvents(server, path, (found) => found.length > 0, from);
    expect(events[0]?.data).toMatchObject({
      webhook_id: id,
      enabled: false,
      reason: expect.stringContaining('410'),
    });
    expect(events[0]?.data).not.toHaveProperty('task_id');
  });

  it('a delivery that fails for good after three days without success disables the webhook', async () => {
    receiver.answer = (response) => void response.writeHead(503).end();
    const { id } = await newWebhook(server, receiver.url);
    const first = await sendTest(server, id);
    await deliveryWhen(server, id, first, ({ error }) => error !== null);
    const last = `UPDATE webhook_deliveries SET round = 10, next_attempt_at = 0 WHERE id = `;
    await sql(server, `${last}'${first}'`);
    expect((await deliveryWhen(server, id, first)).status).toBe('failed');
    expect((await readWebhook(server, id)).body.enabled).toBe(true);
    const days = 3 * 24 * 3600 * 1000;
    await sql(
      server,
      `UPDATE webhooks SET failing_since = failing_since - ${days} WHERE id = '${id}'`,
    );
    const second = await sendTest(server, id);
    await deliveryWhen(server, id, second, ({ error }) => error !== null);
    expect((await readWebhook(server, id)).body.enabled).toBe(true);
    await sql(server, `${last}'${second}'`);
    await deliveryWhen(server, id, second);
    expect((await readWebhook(server, id)).body).toMatchObject({
      enabled: false,
      disabled_reason: expect.stringContaining('three days'),
    });
    expect((await patch(id, { enabled: true })).body).toMatchObject({
      enabled: true,
      disabled_reason: null,
      failing_since: null,
    });
  });
});

describe('the log of deliveries', () => {
  it('the log of deliveries is paged and filtered, and a delivery can be repeated', async () => {
    const { id } = await newWebhook(server, receiver.url);
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.unshift(await sendTest(server, id));
    await until(
      'all to be made',
      async () => (await loadDeliveries(server, id, '&status=success')).length === 5,
    );
    const log = `${WEBHOOKS}/${id}/deliveries`;
    const page = await server.call<{ id: string }[]>('GET', `${log}?limit=3&status=success`);
    const next = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const rest = await server.call<{ id: string }[]>('GET', next);
    expect([...page.body, ...rest.body].map((delivery) => delivery.id)).toEqual(ids);
    expect(rest.headers.get('link')).toBeNull();
    const again = await server.call('POST', `${log}/${ids[0]}/redeliver`);
    expect(again.status).toBe(202);
    const done = await deliveryWhen(server, id, ids[0] ?? '');
    expect(done.attempts).toBe(2);
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(ids[0]);
    expect(readError(await server.call('POST', `${log}/${id}/redeliver`))).toBe('404 not_found');
  });

  it('deliveries are filtered by event and task, and a selection of them can be repeated', async () => {
    const { id } = await newWebhook(server, receiver.url);
    const tests = [await sendTest(server, id), await sendTest(server, id)];
    await until(
      'both to be made',
      async () => (await loadDeliveries(server, id, '&status=success')).length === 2,
    );
    expect(await loadDeliveries(server, id, '&type=task.failed')).toEqual([]);
    expect(await loadDeliveries(server, id, '&type=webhook.test')).toHaveLength(2);
    expect(await loadDeliveries(server, id, `&task_id=${id}`)).toEqual([]);
    const log = `${WEBHOOKS}/${id}/deliveries`;
    expect(readError(await server.call('GET', `${log}?type=task.exploded`))).toBe(
      '422 validation_failed',
    );
    const all = `${log}/redeliver`;
    expect((await server.call('POST', all)).body).toEqual({ redelivered: 0, more: false });
    const body = { status: 'success', type: 'webhook.test', created_after: '2020-01-01T00:00:00Z' };
    expect(await server.call('POST', all, { body })).toMatchObject({
      status: 202,
      body: { redelivered: 2, more: false },
    });
    for (const test of tests)
      await until('the second attempt', async () => {
        const { body: one } = await server.call<Delivery>('GET', `${log}/${test}`);
        return one.attempts === 2 && one.status === 'success' ? true : undefined;
      });
    for (const bad of [{ status: 'pending' }, { type: 'x' }, { task_id: 'x' }, { since: 'now' }])
      expect((await server.call('POST', all, { body: bad })).status).toBe(422);
  });
});

describe('bad input', () => {
  it.each([
    [{ url: 'http://10.0.0.1/' }, '/url', 'a private address'],
    [{ url: 'http://[::1]/' }, '/url', 'a loopback address'],
    [{ url: 'http://169.254.169.254/latest' }, '/url', 'metadata'],
    [{ url: 'http://2130706434/' }, '/url', 'a loopback address'],
    [{ url: 'http://127.0.0.1:25/' }, '/url', 'port 25'],
    [{ url: 'ftp://example.com/' }, '/url', 'scheme'],
    [{ url: 'https://a:b@example.com/' }, '/url', 'credentials'],
    [{ url: '/hook' }, '/url', 'absolute'],
    [{ events: [] }, '/events', 'empty'],
    [{ events: ['task.exploded'] }, '/events', 'must be one of'],
    [{ events: null }, '/events', 'array'],
    [{ task_types: [] }, '/task_types', 'empty'],
    [{ enabled: null }, '/enabled', 'boolean'],
    [{ secret: 'mine' }, '/secret', 'not a known field'],
  ])('a webhook with %j is refused at %s', async (change, pointer, words) => {
    const body = { url: receiver.url, events: ['task.success'], ...change };
    const answer = await server.call('POST', WEBHOOKS, { body });
    expect(readError(answer)).toBe('422 validation_failed');
    const found = requireProblem(answer).errors.find((error) => error.pointer === pointer);
    expect(found?.message).toContain(words);
    expect((await server.call('GET', WEBHOOKS)).body).toEqual([]);
  });

  it('a refused change leaves the webhook as it was', async () => {
    const { id, url } = await newWebhook(server, receiver.url);
    expect(readError(await patch(id, { url: 'http://10.0.0.1/', description: 'x' }))).toBe(
      '422 validation_failed',
    );
    expect(readError(await patch(id, { events: null }))).toBe('422 validation_failed');
    expect((await readWebhook(server, id)).body).toMatchObject({ url, description: null });
  });

  it('a webhook of another project or without a valid id gets 404, and an API key gets 403', async () => {
    const { id } = await newWebhook(server, receiver.url);
    await server.call('POST', '/projects', { body: { name: 'Other hooks' } });
    expect(readError(await server.call('GET', `/projects/other-hooks/webhooks/${id}`))).toBe(
      '404 not_found',
    );
    expect(readError(await readWebhook(server, 'x'))).toBe('404 not_found');
    expect(readError(await server.call('GET', WEBHOOKS, { token: server.apiKey }))).toBe(
      '403 forbidden',
    );
  });
});

it('an address that is no longer allowed is refused at delivery', async () => {
  const { id } = await newWebhook(server, receiver.url);
  const moved = `UPDATE webhooks SET url = 'http://127.0.0.2:9/' WHERE id = '${id}'`;
  await sql(server, moved);
  const sent = await sendTest(server, id);
  const delivery = await deliveryWhen(server, id, sent, ({ error }) => error !== null);
  expect(delivery.error).toContain('a loopback address (127.0.0.0/8), which webhooks cannot reach');
});
