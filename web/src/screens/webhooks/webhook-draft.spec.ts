import { expect, it } from '@jest/globals';
import type { Webhook } from '../../api/types.js';

// The imported modules read the server's address from the page.
Object.assign(globalThis, { document: { baseURI: 'http://server/ui/' } });
const { bodyOfWebhook, draftOfWebhook, NEW_WEBHOOK } = await import('./webhook-draft.js');

const WEBHOOK = {
  url: 'https://example.com/hook?a=1',
  description: 'Ops',
  events: ['task.success', 'approval.pending'],
  task_types: ['import', 'export'],
} as const satisfies Partial<Webhook>;

it('a webhook is unchanged after it passes through the form', () => {
  expect(bodyOfWebhook(draftOfWebhook(WEBHOOK as unknown as Webhook))).toEqual(WEBHOOK);
});

it('the empty fields of a new webhook mean no description and all meta-tasks', () => {
  const url = ' https://example.com/ ';
  expect(bodyOfWebhook({ ...NEW_WEBHOOK, url, types: ' \n' })).toMatchObject({
    url: 'https://example.com/',
    description: null,
    task_types: null,
  });
});
