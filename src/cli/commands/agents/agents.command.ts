import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';
import { wholeNumber } from '../../toolkit/options.js';

const ID: [string, string] = ['<agent>', 'identifier of the agent'];
const FILE: [string, string] = ['<file>', 'YAML or JSON file with the fields of the API'];
const VERSION = wholeNumber(1, 2_147_483_647);
const actions = () => import('./agents.actions.js');

export function agentsCommand(): Command {
  return apiGroup('agents', 'Agents of a project on a server, and their versions.', [
    {
      name: 'list',
      description: 'List the agents of the project.',
      options: [new Option('--archived', 'include archived agents')],
      examples: [['metarun agents list', '']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'show',
      description: 'Show an agent: its fields, or its instructions.',
      args: [ID],
      options: [
        new Option('--version <number>', 'number of an earlier version').argParser(VERSION),
        new Option('--instructions', 'print only the standing instructions'),
      ],
      examples: [
        ['metarun agents show support', ''],
        [
          'metarun agents show support --json > support.json',
          'saves the fields to a file for `agents change`',
        ],
      ],
      run: async (agent, options) => (await actions()).show(agent, options),
    },
    {
      name: 'create',
      description: 'Create an agent from a file with its fields.',
      args: [FILE],
      examples: [['metarun agents create support.yaml', '']],
      run: async (file, options) => (await actions()).create(file, options),
    },
    {
      name: 'change',
      description: 'Change an agent, which creates a new version if the file changes anything.',
      args: [ID, FILE],
      notes: 'Fields missing in the file keep their values; null restores the default.',
      examples: [['metarun agents change support support.yaml', '']],
      run: async (agent, file, options) => (await actions()).change(agent, file, options),
    },
    {
      name: 'versions',
      description: 'List the versions of an agent, newest first.',
      args: [ID],
      examples: [['metarun agents versions support', 'shows who changed it, and when']],
      run: async (agent, options) => (await actions()).versions(agent, options),
    },
    {
      name: 'rollback',
      description: 'Make an earlier version the current one for new tasks.',
      args: [ID, ['<version>', 'number of the version']],
      examples: [['metarun agents rollback support 3', '']],
      run: async (agent, version, options) => (await actions()).rollback(agent, version, options),
    },
    {
      name: 'archive',
      description: 'Archive an agent. Its tasks are refused until it is restored.',
      args: [ID],
      asksFirst: true,
      examples: [['metarun agents archive support --yes', 'skips the confirmation']],
      run: async (agent, options) => (await actions()).archive(agent, options),
    },
    {
      name: 'restore',
      description: 'Restore an archived agent.',
      args: [ID],
      examples: [['metarun agents restore support', '']],
      run: async (agent, options) => (await actions()).restore(agent, options),
    },
  ]);
}
