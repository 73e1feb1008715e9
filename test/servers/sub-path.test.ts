import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSchedule } from '../support/schedules.js';
import { NO_OP } from '../support/scripts.js';
import { call, startServer, type TestServer } from '../support/server.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';
import { answerAs, type LocalServer, sendOn, serve } from '../support/local-server.js';
import { newWebhook } from '../support/webhooks.js';

const BELOW = '/metarun';

let server: TestServer;
let proxy: LocalServer;
/** Origin of the proxy, without a path. */
let origin: string;
let receiver: WebhookReceiver;

/** Starts a proxy that serves only /metarun and strips this path. */
const stripping = () =>
  serve(async (incoming, answer) => {
    const { url = '', headers } = incoming;
    if (!url.startsWith(`${BELOW}/`)) return answer.writeHead(404).end();
    const host = new URL(server.url).host;
    const changes = { path: url.slice(BELOW.length), headers: { ...headers, host } };
    return answerAs(await sendOn(incoming, answer, server.url, changes), answer);
  });

beforeAll(async () => {
  proxy = await stripping();
  origin = proxy.url;
  receiver = await startReceiver();
  server = await startServer({
    METARUN_PUBLIC_URL: `${origin}${BELOW}`,
    METARUN_NETWORK_RANGES: '127.0.0.1/32',
  });
});
afterAll(async () => {
  await server.stop();
  receiver.close();
  await proxy.close();
});

/** Returns the status of a link that the proxy returned. */
async function statusAt(link: string, token: string): Promise<number> {
  const controller = new AbortController();
  const response = await fetch(new URL(link, origin), {
    headers: { Authorization: `Bearer ${token}` },
    signal: controller.signal,
  });
  controller.abort();
  return response.status;
}

describe('behind a proxy that serves it below a path', () => {
  it('every link of tasks, schedules, pages and webhooks works through a proxy with a path', async () => {
    const noOp = await createMetaTask(server, 'python', NO_OP.python);
    await newWebhook(server, receiver.url);
    const ids = [await createTask(server, noOp), await createTask(server, noOp)];
    for (const id of ids) await taskWhen(server, id);
    const token = server.apiKey;
    const get = <Body>(path: string, by = token) =>
      call<Body>(`${origin}${BELOW}`, 'GET', path, { token: by });

    const page = await get<{ id: string }[]>(`${TASKS}?limit=1`);
    const next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const second = await fetch(new URL(next, origin), {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(await second.json()).toMatchObject([{ id: ids[0] }]);

    const task = await get<{ links: Record<string, string> }>(`${TASKS}/${ids[0]}`);
    for (const link of Object.values(task.body.links))
      expect([link, await statusAt(link, token)]).toEqual([link, 200]);

    const made = await createSchedule(server, noOp, { every_seconds: 3600 });
    const { body: schedule } = await get<{ links: { self: string; tasks: string } }>(
      `/projects/default/schedules/${made.id}`,
      server.adminToken,
    );
    expect(await statusAt(schedule.links.self, server.adminToken)).toBe(200);
    expect(await statusAt(schedule.links.tasks, token)).toBe(200);

    const hook = await until('a webhook', () => receiver.received[0]);
    const { self } = hook.body.data['links'] as { self: string };
    expect(await statusAt(self, token)).toBe(200);
  });

  it('the OpenAPI document and its page send requests through the proxy', async () => {
    const servers = [{ url: `${origin}${BELOW}` }];
    const document = await call(`${origin}${BELOW}`, 'GET', '/openapi.json', { token: null });
    expect(document.body).toMatchObject({ servers });
    const page = await call(`${origin}${BELOW}`, 'GET', '/docs', { token: null });
    expect(page.status).toBe(200);
    for (const [, source] of page.text.matchAll(/(?:src|href)="(\.\/[^"]+)"/g))
      expect(await statusAt(new URL(source ?? '', `${origin}${BELOW}/docs`).href, '')).toBe(200);
    const start = await call(`${origin}${BELOW}`, 'GET', '/docs/swagger-ui-init.js', {
      token: null,
    });
    expect(start.text.replaceAll(/\s/g, '')).toContain(`"servers":${JSON.stringify(servers)}`);
  });
});
