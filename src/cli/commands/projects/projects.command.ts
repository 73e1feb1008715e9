import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';
import { amountOrNone, daysOrDefault } from '../../toolkit/options.js';

const actions = () => import('./projects.actions.js');

export function projectsCommand(): Command {
  return apiGroup('projects', 'Projects of a server, their usage and retention.', [
    {
      name: 'list',
      description: 'List the projects that you are a member of.',
      examples: [['metarun projects list', '']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'show',
      description: 'Show a project: the one of --project or of the profile.',
      examples: [['metarun projects show --project reports', '']],
      run: async (options) => (await actions()).show(options),
    },
    {
      name: 'usage',
      description: 'Show the usage and quotas of a project.',
      examples: [['metarun projects usage', '']],
      run: async (options) => (await actions()).usage(options),
    },
    {
      name: 'limits',
      description: 'Show the default and maximum run limits of meta-tasks.',
      examples: [['metarun projects limits', '']],
      run: async (options) => (await actions()).limits(options),
    },
    {
      name: 'create',
      description: 'Create a project, with you as its first administrator.',
      args: [['<name>', 'name, such as "Monthly reports"']],
      options: [new Option('--slug <slug>', 'name in URLs (default: derived from the name)')],
      examples: [['metarun projects create "Monthly reports" --slug reports', '']],
      run: async (name, options) => (await actions()).create(name, options),
    },
    {
      name: 'rename',
      description: 'Rename a project. Its slug stays the same.',
      args: [['<name>', 'new name']],
      examples: [['metarun projects rename "All reports" --project reports', '']],
      run: async (name, options) => (await actions()).rename(name, options),
    },
    {
      name: 'model-budget',
      description: 'Show or change the model budget of a project per calendar month, UTC.',
      options: [
        new Option('--usd <amount>', 'budget for models with prices, in USD').argParser(
          amountOrNone,
        ),
        new Option('--tokens <count>', 'budget of input and output tokens').argParser(amountOrNone),
      ],
      notes:
        '"none" removes a limit. Once a limit is reached, new tasks of agents are refused and requests to models fail.',
      examples: [
        ['metarun projects model-budget', 'shows the current budget and usage'],
        ['metarun projects model-budget --usd 50 --tokens none', ''],
      ],
      run: async (options) => (await actions()).modelBudget(options),
    },
    {
      name: 'mcp',
      description: 'Show or change the permissions of MCP clients in a project.',
      options: [
        new Option('--approvals <way>', 'role of MCP clients in approvals').choices([
          'off',
          'links',
          'on',
          'on_self',
        ]),
      ],
      notes:
        'links: they show their user a link. on: they ask their user and decide, except that an API key cannot decide about a task that it created; on_self: they decide about those as well.',
      examples: [
        ['metarun projects mcp', 'shows the current settings'],
        ['metarun projects mcp --approvals on', ''],
      ],
      run: async (options) => (await actions()).mcp(options),
    },
    {
      name: 'retention',
      description: 'Show or change the retention of finished tasks and earlier file versions.',
      options: [
        new Option('--tasks <days>', 'days for finished tasks').argParser(daysOrDefault),
        new Option('--events <days>', 'days for their events').argParser(daysOrDefault),
        new Option('--logs <days>', 'days for their log lines').argParser(daysOrDefault),
        new Option('--file-versions <days>', 'days for earlier versions of files').argParser(
          daysOrDefault,
        ),
      ],
      notes: 'Days are whole numbers; "default" uses the setting of the server.',
      examples: [
        ['metarun projects retention', 'shows the current retention'],
        ['metarun projects retention --tasks 90 --logs default', ''],
      ],
      run: async (options) => (await actions()).retention(options),
    },
  ]);
}
