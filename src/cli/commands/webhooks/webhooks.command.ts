import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';
import { pastMoment, seconds, wholeNumber } from '../../toolkit/options.js';
import { WEBHOOK_EVENTS } from '../../../tasks/webhooks/webhook-event.js';

const ID = 'id of a webhook, the beginning or end of it, or its URL';
const DELIVERY = 'id of a delivery, or the beginning or end of it';
const actions = () => import('./webhooks.actions.js');

function fields(): Option[] {
  return [
    new Option('--event <events...>', 'events to send').choices(WEBHOOK_EVENTS),
    new Option('--type <identifiers...>', 'only tasks of these meta-tasks'),
    new Option('--description <text>', 'purpose of the webhook'),
  ];
}

export function webhooksCommand(): Command {
  return apiGroup('webhooks', 'Notifications of other services about tasks.', [
    {
      name: 'list',
      description: 'List the webhooks of the project.',
      examples: [['metarun webhooks list', '']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'show',
      description: 'Show a webhook.',
      args: [['<webhook>', ID]],
      examples: [['metarun webhooks show 7f3a91c2', '']],
      run: async (webhook, options) => (await actions()).show(webhook, options),
    },
    {
      name: 'create',
      description: 'Create a webhook and print its secret, which is shown only once.',
      args: [['<url>', 'target URL of deliveries']],
      options: [...fields(), new Option('--disabled', 'create it disabled')],
      examples: [
        [
          'metarun webhooks create https://example.com/hook --event task.failed',
          'reports failed tasks',
        ],
      ],
      run: async (url, options) => (await actions()).create(url, options),
    },
    {
      name: 'change',
      description: 'Change a webhook. Anything not given stays the same.',
      args: [['<webhook>', ID]],
      options: [
        new Option('--to <url>', 'target URL of deliveries'),
        ...fields(),
        new Option('--all-types', 'report tasks of all meta-tasks').conflicts('type'),
        new Option('--enable', 'enable it'),
        new Option('--disable', 'disable it').conflicts('enable'),
      ],
      examples: [['metarun webhooks change 7f3a91c2 --disable', 'disables it temporarily']],
      run: async (webhook, options) => (await actions()).change(webhook, options),
    },
    {
      name: 'rotate-secret',
      description: 'Rotate the secret of a webhook and print the new one.',
      args: [['<webhook>', ID]],
      options: [
        new Option(
          '--keep <time>',
          'time for which deliveries are also signed with the old secret: 1h, 1d',
        ).argParser(seconds),
      ],
      examples: [
        ['metarun webhooks rotate-secret 7f3a91c2 --keep 1d', 'leaves time to change over'],
      ],
      run: async (webhook, options) => (await actions()).rotate(webhook, options),
    },
    {
      name: 'test',
      description: 'Send a test delivery to a webhook.',
      args: [['<webhook>', ID]],
      examples: [['metarun webhooks test 7f3a91c2', '']],
      run: async (webhook, options) => (await actions()).test(webhook, options),
    },
    {
      name: 'deliveries',
      description: 'List the deliveries of a webhook, newest first.',
      args: [['<webhook>', ID]],
      options: [
        new Option('--status <status>', 'only deliveries with this status').choices([
          'pending',
          'success',
          'failed',
        ]),
        new Option('--limit <number>', 'maximum number of deliveries, 1 to 200')
          .argParser(wholeNumber(1, 200))
          .default(50),
      ],
      examples: [['metarun webhooks deliveries 7f3a91c2 --status failed', '']],
      run: async (webhook, options) => (await actions()).deliveries(webhook, options),
    },
    {
      name: 'delivery',
      description: 'Show a delivery with its request and response.',
      args: [
        ['<webhook>', ID],
        ['<delivery>', DELIVERY],
      ],
      examples: [['metarun webhooks delivery 7f3a91c2 19bc04ee', '']],
      run: async (webhook, delivery, options) =>
        (await actions()).delivery(webhook, delivery, options),
    },
    {
      name: 'redeliver',
      description: 'Redeliver one delivery, or the failed ones if none is given.',
      args: [
        ['<webhook>', ID],
        ['[delivery]', DELIVERY],
      ],
      options: [
        new Option('--event <event>', 'only deliveries of this event'),
        new Option('--since <when>', 'earliest creation: 30m, 2h, 7d, or a time').argParser(
          pastMoment,
        ),
      ],
      examples: [
        ['metarun webhooks redeliver 7f3a91c2 19bc04ee', ''],
        [
          'metarun webhooks redeliver 7f3a91c2 --since 1d',
          'redelivers all that have failed since yesterday',
        ],
      ],
      run: async (webhook, delivery, options) =>
        (await actions()).redeliver(webhook, delivery, options),
    },
    {
      name: 'rm',
      description: 'Delete a webhook with its deliveries.',
      args: [['<webhook>', ID]],
      asksFirst: true,
      examples: [['metarun webhooks rm 7f3a91c2 --yes', 'skips the confirmation']],
      run: async (webhook, options) => (await actions()).remove(webhook, options),
    },
  ]);
}
