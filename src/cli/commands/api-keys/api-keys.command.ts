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
  return apiGroup('api-keys', 'Keys by which programs work in one project.', [
    {
      name: 'list',
      description: 'List the API keys of the project; the keys themselves are not kept.',
      examples: [['metarun api-keys list', 'with their last use']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'create',
      description: 'Make an API key (mrk_…) and print it, this once.',
      args: [['<name>', 'what it is for']],
      options: [
        new Option('--scopes <scopes...>', 'what it may do; all without it').choices(SCOPES),
        new Option('--days <days>', 'ends after so many days').argParser(days),
      ],
      notes: '`metarun key` makes one on the server itself, without credentials.',
      examples: [
        [
          'KEY=$(metarun api-keys create shop --scopes tasks:write)',
          'the key is all that is printed',
        ],
      ],
      run: async (name, options) => (await actions()).create(name, options),
    },
    {
      name: 'revoke',
      description: 'End an API key: what uses it is refused from now on.',
      args: [['<key>', 'its name, its id, or what the list shows of it']],
      asksFirst: true,
      examples: [['metarun api-keys revoke shop --yes', 'without being asked']],
      run: async (key, options) => (await actions()).revoke(key, options),
    },
  ]);
}
