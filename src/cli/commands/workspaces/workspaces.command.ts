import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';
import { megabytes } from '../../toolkit/options.js';

const WORKSPACE = 'name or id of a workspace, or the beginning or end of the id';
const actions = () => import('./workspaces.actions.js');

export function workspacesCommand(): Command {
  return apiGroup('workspaces', 'Workspaces of a project, which contain its files.', [
    {
      name: 'list',
      description: 'List the workspaces of the project.',
      examples: [['metarun workspaces list', 'includes their usage']],
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
      description: 'Create a workspace.',
      args: [['<name>', 'name, such as Handbook']],
      options: [
        new Option(
          '--knowledge-base',
          'make it a knowledge base, which converts uploaded documents to Markdown',
        ),
        new Option('--quota-mb <number>', 'maximum total size of its files').argParser(megabytes),
      ],
      examples: [['metarun workspaces create Handbook --knowledge-base', '']],
      run: async (name, options) => (await actions()).create(name, options),
    },
    {
      name: 'change',
      description: 'Rename a workspace or change its quota.',
      args: [['<workspace>', WORKSPACE]],
      options: [
        new Option('--name <name>', 'new name'),
        new Option('--quota-mb <number>', 'maximum total size of its files').argParser(megabytes),
        new Option('--no-quota', 'remove its own quota').conflicts('quotaMb'),
      ],
      examples: [['metarun workspaces change Handbook --quota-mb 500', '']],
      run: async (workspace, options) => (await actions()).change(workspace, options),
    },
    {
      name: 'rm',
      description: 'Delete a workspace with all its files and their versions.',
      args: [['<workspace>', WORKSPACE]],
      asksFirst: true,
      examples: [['metarun workspaces rm Handbook --yes', 'skips the confirmation']],
      run: async (workspace, options) => (await actions()).remove(workspace, options),
    },
  ]);
}
