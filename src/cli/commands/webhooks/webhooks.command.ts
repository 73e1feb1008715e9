import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';
import { pastMoment, seconds, wholeNumber } from '../../toolkit/options.js';
import { WEBHOOK_EVENTS } from '../../../tasks/webhooks/webhook-event.js';

const ID = 'id of a webhook, its beginning or end, or its URL';
const DELIVERY = 'id of a delivery, its beginning or end';
const actions = () => import('./webhooks.actions.js');

function fields(): Option[] {
  return [
    new Option('--event <events...>', 'events that are sent').choices(WEBHOOK_EVENTS),
    new Option('--type <identifiers...>', 'only tasks of these meta-tasks'),
    new Option('--description <text>', 'what it is for'),
  ];
}

export function webhooksCommand(): Command {
  return apiGroup('webhooks', 'Other services that are notified of what becomes of tasks.', [
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
      description: 'Make a webhook, and print its secret, which is shown this once.',
      args: [['<url>', 'where deliveries go']],
      options: [...fields(), new Option('--disabled', 'nothing is sent yet')],
      examples: [
        ['metarun webhooks create https://example.com/hook --event task.failed', 'what has failed'],
      ],
      run: async (url, options) => (await actions()).create(url, options),
    },
    {
      name: 'change',
      description: 'Change what is given, and nothing else.',
      args: [['<webhook>', ID]],
      options: [
        new Option('--to <url>', 'where deliveries go'),
        ...fields(),
        new Option('--all-types', 'tasks of all meta-tasks').conflicts('type'),
        new Option('--enable', 'send again'),
        new Option('--disable', 'send nothing').conflicts('enable'),
      ],
      examples: [['metarun webhooks change 7f3a91c2 --disable', 'for now']],
      run: async (webhook, options) => (await actions()).change(webhook, options),
    },
    {
      name: 'rotate-secret',
      description: 'Give a webhook a new secret, and print it.',
      args: [['<webhook>', ID]],
      options: [
        new Option('--keep <time>', 'how long the old one signs as well: 1h, 1d').argParser(
          seconds,
        ),
      ],
      examples: [['metarun webhooks rotate-secret 7f3a91c2 --keep 1d', 'time to change over']],
      run: async (webhook, options) => (await actions()).rotate(webhook, options),
    },
    {
      name: 'test',
      description: 'Send a webhook a delivery to try it.',
      args: [['<webhook>', ID]],
      examples: [['metarun webhooks test 7f3a91c2', '']],
      run: async (webhook, options) => (await actions()).test(webhook, options),
    },
    {
      name: 'deliveries',
      description: 'List the deliveries of a webhook, newest first.',
      args: [['<webhook>', ID]],
      options: [
        new Option('--status <status>', 'only those').choices(['pending', 'success', 'failed']),
        new Option('--limit <number>', 'how many, 1 to 200')
          .argParser(wholeNumber(1, 200))
          .default(50),
      ],
      examples: [['metarun webhooks deliveries 7f3a91c2 --status failed', '']],
      run: async (webhook, options) => (await actions()).deliveries(webhook, options),
    },
    {
      name: 'delivery',
      description: 'Show a delivery with what was sent and answered.',
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
      description: 'Send a delivery again; without one, those that failed.',
      args: [
        ['<webhook>', ID],
        ['[delivery]', DELIVERY],
      ],
      options: [
        new Option('--event <event>', 'only those of this event'),
        new Option('--since <when>', 'made since: 30m, 2h, 7d, or a time').argParser(pastMoment),
      ],
      examples: [
        ['metarun webhooks redeliver 7f3a91c2 19bc04ee', ''],
        ['metarun webhooks redeliver 7f3a91c2 --since 1d', 'all that failed since yesterday'],
      ],
      run: async (webhook, delivery, options) =>
        (await actions()).redeliver(webhook, delivery, options),
    },
    {
      name: 'rm',
      description: 'Delete a webhook with its deliveries.',
      args: [['<webhook>', ID]],
      asksFirst: true,
      examples: [['metarun webhooks rm 7f3a91c2 --yes', 'without being asked']],
      run: async (webhook, options) => (await actions()).remove(webhook, options),
    },
  ]);
}
