import { type Command, Option } from 'commander';
import { type ApiCommand, apiGroup } from '../../toolkit/api/api-group.js';
import { pastMoment, separated, wholeNumber } from '../../toolkit/options.js';

const ID = 'id of an operation, or the beginning or end of it';
const actions = () => import('./bulk.actions.js');

/** Returns the options that select tasks. They are those of `metarun tasks list`. */
function which(): Option[] {
  return [
    new Option('--ids <id,…>', 'ids of the tasks').argParser(separated),
    new Option('--status <status,…>', 'only tasks with one of these statuses').argParser(separated),
    new Option('--type <identifier,…>', 'only tasks of these meta-tasks').argParser(separated),
    new Option('--type-version <number>', 'only tasks of this version of the --type').argParser(
      wholeNumber(1, 2 ** 31 - 1),
    ),
    new Option('--error <code>', 'only tasks that ended with this code'),
    new Option('--since <when>', 'earliest creation: 30m, 2h, 7d, or a time').argParser(pastMoment),
    new Option('--until <when>', 'latest creation, in the format of --since').argParser(pastMoment),
    new Option('--name <text>', 'prefix of the name, case-sensitive'),
    new Option('-q, --query <text>', 'part of the name'),
    new Option(
      '--created-by <kind:id>',
      'creator: user, api_key, schedule or task, a colon and an id',
    ),
    new Option('--stale', 'only tasks whose results have outdated citations'),
    new Option('--all', 'include child tasks'),
  ];
}

function change(
  name: 'cancel' | 'retry' | 'rerun',
  description: string,
  examples: ApiCommand['examples'],
  more: readonly Option[] = [],
): ApiCommand {
  return {
    name,
    description,
    options: [
      ...which(),
      ...more,
      new Option('--no-wait', 'do not follow the operation to its end'),
    ],
    asksFirst: true,
    notes: 'Exit code 1 if a task was refused. Ctrl-C ends the watching, not the operation.',
    examples,
    run: async (options) => (await actions()).start(name, options),
  };
}

export function bulkCommand(): Command {
  return apiGroup('bulk', 'Operations on many tasks, which the server carries out.', [
    change('cancel', 'Cancel all matching tasks.', [
      ['metarun bulk cancel --status pending --type report', 'shows their number and asks first'],
    ]),
    change('retry', 'Retry all matching failed or cancelled tasks, unchanged.', [
      ['metarun bulk retry --status failed --error timeout --since 2h --yes', ''],
    ]),
    change(
      'rerun',
      'Rerun all matching tasks as new tasks.',
      [
        [
          'metarun bulk rerun --status failed --type report --task-version current',
          'reruns tasks after a correction of the script',
        ],
        ['metarun bulk rerun --stale', 'reruns tasks after files have changed'],
      ],
      [
        new Option(
          '--task-version <version>',
          'version to run: that of each task, or the current one',
        )
          .choices(['same', 'current'])
          .default('same'),
      ],
    ),
    {
      name: 'list',
      description: 'List the operations of the project, newest first.',
      examples: [['metarun bulk list', '']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'show',
      description: 'Show the progress of an operation and the tasks for which it was refused.',
      args: [['<operation>', ID]],
      examples: [['metarun bulk show 7f3a91c2', '']],
      run: async (operation, options) => (await actions()).show(operation, options),
    },
    {
      name: 'stop',
      description: 'Stop an operation. Completed changes remain.',
      args: [['<operation>', ID]],
      examples: [['metarun bulk stop 7f3a91c2', '']],
      run: async (operation, options) => (await actions()).stop(operation, options),
    },
  ]);
}
