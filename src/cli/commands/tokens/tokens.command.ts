import { type Command, Option } from 'commander';
import { apiCommand, apiGroup } from '../../toolkit/api/api-group.js';
import { days } from '../../toolkit/options.js';

const actions = () => import('./tokens.actions.js');

export function tokensCommand(): Command {
  return apiGroup('tokens', 'Access tokens of users.', [
    {
      name: 'list',
      description: 'List your access tokens. The tokens themselves are not stored.',
      options: [new Option('--user <id>', 'id of another user, for administrators')],
      examples: [['metarun tokens list', 'includes the last use']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'create',
      description: 'Create an access token (mrt_…) and print it. It is shown only once.',
      args: [['<name>', 'purpose of the token']],
      options: [
        new Option('--role <role>', 'highest role of the token').choices([
          'viewer',
          'author',
          'admin',
        ]),
        new Option('--days <days>', 'validity in days').argParser(days),
        new Option('--user <id>', 'id of another user, for administrators'),
      ],
      notes: '`metarun token` creates one on the server itself, without credentials.',
      examples: [['TOKEN=$(metarun tokens create CI --role author --days 90)', '']],
      run: async (name, options) => (await actions()).create(name, options),
    },
    {
      name: 'revoke',
      description: 'Revoke an access token. Requests that use it are refused from now on.',
      args: [['<token>', 'name, id or listed prefix of the token']],
      options: [new Option('--user <id>', 'id of another user, for administrators')],
      asksFirst: true,
      examples: [['metarun tokens revoke CI --yes', 'skips the confirmation']],
      run: async (token, options) => (await actions()).revoke(token, options),
    },
  ]);
}

export function whoamiCommand(): Command {
  return apiCommand({
    name: 'whoami',
    description:
      'Show the owner of the current access token or API key, and its permissions in projects.',
    examples: [['metarun whoami --profile production', 'shows the owner for a stored profile']],
    run: async (options) => (await actions()).whoami(options),
  });
}
