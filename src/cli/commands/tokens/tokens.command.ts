import { type Command, Option } from 'commander';
import { apiCommand, apiGroup } from '../../toolkit/api/api-group.js';
import { days } from '../../toolkit/options.js';

const actions = () => import('./tokens.actions.js');

export function tokensCommand(): Command {
  return apiGroup('tokens', 'Access tokens of users.', [
    {
      name: 'list',
      description: 'List your access tokens; the tokens themselves are not kept.',
      options: [new Option('--user <id>', 'of another user, for administrators')],
      examples: [['metarun tokens list', 'with their last use']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'create',
      description: 'Make an access token (mrt_…) and print it, this once.',
      args: [['<name>', 'what it is for']],
      options: [
        new Option('--role <role>', 'the most that it may').choices(['viewer', 'author', 'admin']),
        new Option('--days <days>', 'ends after so many days').argParser(days),
        new Option('--user <id>', 'of another user, for administrators'),
      ],
      notes: '`metarun token` makes one on the server itself, without credentials.',
      examples: [['TOKEN=$(metarun tokens create CI --role author --days 90)', '']],
      run: async (name, options) => (await actions()).create(name, options),
    },
    {
      name: 'revoke',
      description: 'End an access token: what uses it is refused from now on.',
      args: [['<token>', 'its name, its id, or what the list shows of it']],
      options: [new Option('--user <id>', 'of another user, for administrators')],
      asksFirst: true,
      examples: [['metarun tokens revoke CI --yes', 'without being asked']],
      run: async (token, options) => (await actions()).revoke(token, options),
    },
  ]);
}

export function whoamiCommand(): Command {
  return apiCommand({
    name: 'whoami',
    description:
      'Show whose access token or API key is used, and what it allows in which projects.',
    examples: [['metarun whoami --profile production', 'of a stored profile']],
    run: async (options) => (await actions()).whoami(options),
  });
}
