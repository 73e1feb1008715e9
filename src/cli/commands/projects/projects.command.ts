import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';
import { amountOrNone, daysOrDefault } from '../../toolkit/options.js';

const actions = () => import('./projects.actions.js');

export function projectsCommand(): Command {
  return apiGroup('projects', 'Projects of a server, what they use and how long they keep it.', [
    {
      name: 'list',
      description: 'List the projects that you are a member of.',
      examples: [['metarun projects list', '']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'show',
      description: 'Show a project: --project, or that of the profile.',
      examples: [['metarun projects show --project reports', '']],
      run: async (options) => (await actions()).show(options),
    },
    {
      name: 'usage',
      description: 'Show what a project uses of its quotas.',
      examples: [['metarun projects usage', '']],
      run: async (options) => (await actions()).usage(options),
    },
    {
      name: 'limits',
      description:
        'Show what a run may use where its meta-task says nothing, and the most it may ask for.',
      examples: [['metarun projects limits', '']],
      run: async (options) => (await actions()).limits(options),
    },
    {
      name: 'create',
      description: 'Make a project, with you as its first administrator.',
      args: [['<name>', 'such as "Monthly reports"']],
      options: [new Option('--slug <slug>', 'its name in paths; made of the name without it')],
      examples: [['metarun projects create "Monthly reports" --slug reports', '']],
      run: async (name, options) => (await actions()).create(name, options),
    },
    {
      name: 'rename',
      description: 'Give a project another name; its slug stays.',
      args: [['<name>', 'the new name']],
      examples: [['metarun projects rename "All reports" --project reports', '']],
      run: async (name, options) => (await actions()).rename(name, options),
    },
    {
      name: 'model-budget',
      description: 'Show or change what a project may use of models in a calendar month, UTC.',
      options: [
        new Option('--usd <amount>', 'for models with prices').argParser(amountOrNone),
        new Option('--tokens <count>', 'sent and answered').argParser(amountOrNone),
      ],
      notes:
        '"none" takes a limit away. Once one is used up, new tasks of agents are refused, and requests to models fail.',
      examples: [
        ['metarun projects model-budget', 'what holds now, and what is used'],
        ['metarun projects model-budget --usd 50 --tokens none', ''],
      ],
      run: async (options) => (await actions()).modelBudget(options),
    },
    {
      name: 'mcp',
      description: 'Show or change what a project lets MCP clients do.',
      options: [
        new Option('--approvals <way>', 'how they take part in approvals').choices([
          'off',
          'links',
          'on',
          'on_self',
        ]),
      ],
      notes:
        'links: they show their user a link. on: they ask their user and decide, but a key not on a task that it has created; on_self: on these as well.',
      examples: [
        ['metarun projects mcp', 'what holds now'],
        ['metarun projects mcp --approvals on', ''],
      ],
      run: async (options) => (await actions()).mcp(options),
    },
    {
      name: 'retention',
      description: 'Show or change how long finished tasks and earlier versions of files are kept.',
      options: [
        new Option('--tasks <days>', 'finished tasks').argParser(daysOrDefault),
        new Option('--events <days>', 'their events').argParser(daysOrDefault),
        new Option('--logs <days>', 'their log lines').argParser(daysOrDefault),
        new Option('--file-versions <days>', 'earlier versions of files').argParser(daysOrDefault),
      ],
      notes: 'Days as whole numbers; "default" takes what the server has.',
      examples: [
        ['metarun projects retention', 'what holds now'],
        ['metarun projects retention --tasks 90 --logs default', ''],
      ],
      run: async (options) => (await actions()).retention(options),
    },
  ]);
}
