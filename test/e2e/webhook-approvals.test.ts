import { sharedServer } from '../support/shared-server.js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type TestServer } from '../support/server.js';
import { createMetaTask, createTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import { newWebhook } from '../support/webhooks.js';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';

let server: TestServer;
let receiver: WebhookReceiver;
beforeAll(async () => {
  server = await sharedServer();
  receiver = await startReceiver();
});
afterAll(async () => {
  await server.stop();
  receiver.close();
});

it('a webhook reports a pending approval with its prompt, its expiry and its deciders', async () => {
  await newWebhook(server, `${receiver.url}/hook`, { events: ['approval.pending'] });
  const script =
    'def run(params, reporter):\n    reporter.ask_approval("Go **on**?", expires_in=3600)\n';
  const task = await createTask(server, await createMetaTask(server, 'python', script));
  const [hook] = await until('the hook', () => receiver.received.length > 0 && receiver.received);
  const { body: approvals } = await server.call<{ id: string; expires_at: string }[]>(
    'GET',
    `/external/v1/projects/default/approvals?task_id=${task}`,
  );
  const [approval] = approvals;
  expect(hook?.body).toMatchObject({
    type: 'approval.pending',
    data: {
      id: approval?.id,
      prompt: 'Go **on**?',
      expires_at: approval?.expires_at,
      deciders: { scope: 'approvals:write', roles: ['author', 'admin'] },
      task: { id: task, attempt: 1 },
      links: {
        self: expect.stringContaining(`/approvals/${approval?.id}`),
        links: expect.stringMatching(/\/links$/),
        task: expect.stringContaining(task),
      },
    },
  });
  await server.call('POST', `/external/v1/projects/default/approvals/${approval?.id}`, {
    body: { decision: 'approve' },
  });
  await taskWhen(server, task);
  expect(receiver.received).toHaveLength(1);
});
