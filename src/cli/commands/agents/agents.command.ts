import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';
import { wholeNumber } from '../../toolkit/options.js';

const ID: [string, string] = ['<agent>', 'its identifier'];
const FILE: [string, string] = ['<file>', 'YAML or JSON with the fields of the API'];
const VERSION = wholeNumber(1, 2_147_483_647);
const actions = () => import('./agents.actions.js');

export function agentsCommand(): Command {
  return apiGroup('agents', 'Agents of a project on a server, and their versions.', [
    {
      name: 'list',
      description: 'List the agents of the project.',
      options: [new Option('--archived', 'those that are archived as well')],
      examples: [['metarun agents list', '']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'show',
      description: 'Show an agent: its fields, or its instructions.',
      args: [ID],
      options: [
        new Option('--version <number>', 'an earlier version').argParser(VERSION),
        new Option('--instructions', 'the standing instructions alone'),
      ],
      examples: [
        ['metarun agents show support', ''],
        ['metarun agents show support --json > support.json', 'to change and give back'],
      ],
      run: async (agent, options) => (await actions()).show(agent, options),
    },
    {
      name: 'create',
      description: 'Make an agent of a file with its fields.',
      args: [FILE],
      examples: [['metarun agents create support.yaml', '']],
      run: async (file, options) => (await actions()).create(file, options),
    },
    {
      name: 'change',
      description: 'Change an agent: makes a new version if anything in the file is different.',
      args: [ID, FILE],
      notes: 'A field that the file does not have stays as it is; null asks for the default.',
      examples: [['metarun agents change support support.yaml', '']],
      run: async (agent, file, options) => (await actions()).change(agent, file, options),
    },
    {
      name: 'versions',
      description: 'List the versions of an agent, newest first.',
      args: [ID],
      examples: [['metarun agents versions support', 'who has changed it, and when']],
      run: async (agent, options) => (await actions()).versions(agent, options),
    },
    {
      name: 'rollback',
      description: 'Make an earlier version the current one: new tasks have it.',
      args: [ID, ['<version>', 'its number']],
      examples: [['metarun agents rollback support 3', '']],
      run: async (agent, version, options) => (await actions()).rollback(agent, version, options),
    },
    {
      name: 'archive',
      description: 'Archive an agent: tasks that it would carry out are refused, until it is back.',
      args: [ID],
      asksFirst: true,
      examples: [['metarun agents archive support --yes', 'without being asked']],
      run: async (agent, options) => (await actions()).archive(agent, options),
    },
    {
      name: 'restore',
      description: 'Bring an archived agent back.',
      args: [ID],
      examples: [['metarun agents restore support', '']],
      run: async (agent, options) => (await actions()).restore(agent, options),
    },
  ]);
}
