import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';
import { megabytes } from '../../toolkit/options.js';

const WORKSPACE = 'name of a workspace, or its id, its beginning or end';
const actions = () => import('./workspaces.actions.js');

export function workspacesCommand(): Command {
  return apiGroup('workspaces', 'The workspaces of a project, in which its files are.', [
    {
      name: 'list',
      description: 'List the workspaces of the project.',
      examples: [['metarun workspaces list', 'with what they hold']],
      run: async (options) =>
        (await import('../files/workspaces.action.js')).runWorkspaces(options),
    },
    {
      name: 'show',
      description: 'Show a workspace.',
      args: [['<workspace>', WORKSPACE]],
      examples: [['metarun workspaces show Default', '']],
      run: async (workspace, options) => (await actions()).show(workspace, options),
    },
    {
      name: 'create',
      description: 'Make a workspace.',
      args: [['<name>', 'such as Handbook']],
      options: [
        new Option('--knowledge-base', 'documents that are uploaded become Markdown'),
        new Option('--quota-mb <number>', 'the most that it may hold').argParser(megabytes),
      ],
      examples: [['metarun workspaces create Handbook --knowledge-base', '']],
      run: async (name, options) => (await actions()).create(name, options),
    },
    {
      name: 'change',
      description: 'Give a workspace another name or quota.',
      args: [['<workspace>', WORKSPACE]],
      options: [
        new Option('--name <name>', 'another name'),
        new Option('--quota-mb <number>', 'the most that it may hold').argParser(megabytes),
        new Option('--no-quota', 'no quota of its own').conflicts('quotaMb'),
      ],
      examples: [['metarun workspaces change Handbook --quota-mb 500', '']],
      run: async (workspace, options) => (await actions()).change(workspace, options),
    },
    {
      name: 'rm',
      description: 'Delete a workspace with all its files and their versions.',
      args: [['<workspace>', WORKSPACE]],
      asksFirst: true,
      examples: [['metarun workspaces rm Handbook --yes', 'without being asked']],
      run: async (workspace, options) => (await actions()).remove(workspace, options),
    },
  ]);
}
