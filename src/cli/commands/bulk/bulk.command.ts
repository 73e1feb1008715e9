import { type Command, Option } from 'commander';
import { type ApiCommand, apiGroup } from '../../toolkit/api/api-group.js';
import { pastMoment, separated, wholeNumber } from '../../toolkit/options.js';

const ID = 'id of an operation, its beginning or end';
const actions = () => import('./bulk.actions.js');

/** Says which tasks: the options of `metarun tasks list`. */
function which(): Option[] {
  return [
    new Option('--ids <id,…>', 'these tasks, and no others').argParser(separated),
    new Option('--status <status,…>', 'those with one of these').argParser(separated),
    new Option('--type <identifier,…>', 'those of one of these meta-tasks').argParser(separated),
    new Option('--type-version <number>', 'of this version of the --type').argParser(
      wholeNumber(1, 2 ** 31 - 1),
    ),
    new Option('--error <code>', 'those that ended with this code'),
    new Option('--since <when>', 'created since: 30m, 2h, 7d, or a time').argParser(pastMoment),
    new Option('--until <when>', 'created before: as --since').argParser(pastMoment),
    new Option('--name <text>', 'the beginning of the name; case counts'),
    new Option('-q, --query <text>', 'part of the name'),
    new Option('--created-by <kind:id>', 'of a user, an api_key, a schedule or a task'),
    new Option('--stale', 'those whose results cite what files no longer say'),
    new Option('--all', 'with the children of tasks'),
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
    options: [...which(), ...more, new Option('--no-wait', 'do not follow it to its end')],
    asksFirst: true,
    notes: 'Exit code 1 where a task was refused. Ctrl-C ends the watching, not the operation.',
    examples,
    run: async (options) => (await actions()).start(name, options),
  };
}

export function bulkCommand(): Command {
  return apiGroup('bulk', 'One action on many tasks, which the server carries out.', [
    change('cancel', 'Cancel all tasks that match.', [
      ['metarun bulk cancel --status pending --type report', 'asks with their number first'],
    ]),
    change('retry', 'Run all failed or cancelled tasks that match again, as they were.', [
      ['metarun bulk retry --status failed --error timeout --since 2h --yes', ''],
    ]),
    change(
      'rerun',
      'Make all tasks that match again, as new tasks.',
      [
        [
          'metarun bulk rerun --status failed --type report --task-version current',
          'after a correction of the script',
        ],
        ['metarun bulk rerun --stale', 'after files have changed'],
      ],
      [
        new Option('--task-version <version>', 'that of each task, or the current one')
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
      description: 'Show how far an operation is, and which tasks it was refused for.',
      args: [['<operation>', ID]],
      examples: [['metarun bulk show 7f3a91c2', '']],
      run: async (operation, options) => (await actions()).show(operation, options),
    },
    {
      name: 'stop',
      description: 'Stop an operation; what it has done stays.',
      args: [['<operation>', ID]],
      examples: [['metarun bulk stop 7f3a91c2', '']],
      run: async (operation, options) => (await actions()).stop(operation, options),
    },
  ]);
}
