import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';
import { days } from '../../toolkit/options.js';

const SCOPES = [
  'tasks:read',
  'tasks:write',
  'files:read',
  'files:write',
  'approvals:write',
  'events:read',
  'memories:read',
  'memories:write',
];
const actions = () => import('./api-keys.actions.js');

export function apiKeysCommand(): Command {
  return apiGroup('api-keys', 'API keys, by which programs access one project.', [
    {
      name: 'list',
      description: 'List the API keys of the project. The keys themselves are not stored.',
      examples: [['metarun api-keys list', 'includes the last use']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'create',
      description: 'Create an API key (mrk_…) and print it. It is shown only once.',
      args: [['<name>', 'purpose of the key']],
      options: [
        new Option('--scopes <scopes...>', 'scopes of the key (default: all)').choices(SCOPES),
        new Option('--days <days>', 'validity in days').argParser(days),
      ],
      notes: '`metarun key` creates one on the server itself, without credentials.',
      examples: [
        ['KEY=$(metarun api-keys create shop --scopes tasks:write)', 'prints only the key'],
      ],
      run: async (name, options) => (await actions()).create(name, options),
    },
    {
      name: 'revoke',
      description: 'Revoke an API key. Requests that use it are refused from now on.',
      args: [['<key>', 'name, id or listed prefix of the key']],
      asksFirst: true,
      examples: [['metarun api-keys revoke shop --yes', 'skips the confirmation']],
      run: async (key, options) => (await actions()).revoke(key, options),
    },
  ]);
}
