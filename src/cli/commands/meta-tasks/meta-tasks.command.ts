import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';
import { wholeNumber } from '../../toolkit/options.js';

const ID = 'its identifier';
const VERSION = wholeNumber(1, 2_147_483_647);
const actions = () => import('./meta-tasks.actions.js');

export function metaTasksCommand(): Command {
  return apiGroup('meta-tasks', 'Meta-tasks of a project on a server, and their versions.', [
    {
      name: 'list',
      description: 'List the meta-tasks of the project.',
      options: [
        new Option('--archived', 'those that are archived as well'),
        new Option('-q, --query <text>', 'part of the name or identifier'),
      ],
      examples: [['metarun meta-tasks list -q invoice', 'with the last run of each']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'show',
      description: 'Show a meta-task: its fields, or its script.',
      args: [['<meta-task>', ID]],
      options: [
        new Option('--version <number>', 'an earlier version').argParser(VERSION),
        new Option('--script', 'the script alone'),
      ],
      examples: [
        ['metarun meta-tasks show report', ''],
        ['metarun meta-tasks show report --version 3 --script', 'what version 3 ran'],
      ],
      run: async (metaTask, options) => (await actions()).show(metaTask, options),
    },
    {
      name: 'versions',
      description: 'List the versions of a meta-task, newest first.',
      args: [['<meta-task>', ID]],
      examples: [['metarun meta-tasks versions report', 'who has changed it, and when']],
      run: async (metaTask, options) => (await actions()).versions(metaTask, options),
    },
    {
      name: 'rollback',
      description: 'Make an earlier version the current one: new tasks run it.',
      args: [
        ['<meta-task>', ID],
        ['<version>', 'its number'],
      ],
      examples: [['metarun meta-tasks rollback report 3', '']],
      run: async (metaTask, version, options) =>
        (await actions()).rollback(metaTask, version, options),
    },
    {
      name: 'archive',
      description: 'Archive a meta-task: it takes no tasks any more, and can be restored.',
      args: [['<meta-task>', ID]],
      asksFirst: true,
      examples: [['metarun meta-tasks archive report --yes', 'without being asked']],
      run: async (metaTask, options) => (await actions()).archive(metaTask, options),
    },
    {
      name: 'restore',
      description: 'Bring an archived meta-task back.',
      args: [['<meta-task>', ID]],
      examples: [['metarun meta-tasks restore report', '']],
      run: async (metaTask, options) => (await actions()).restore(metaTask, options),
    },
  ]);
}
