import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';
import { collected, wholeNumber } from '../../toolkit/options.js';

const ID = 'identifier of the meta-task';
const VERSION = wholeNumber(1, 2_147_483_647);
const actions = () => import('./meta-tasks.actions.js');
const exampleActions = () => import('./examples.actions.js');

export function metaTasksCommand(): Command {
  return apiGroup('meta-tasks', 'Meta-tasks of a project on a server, and their versions.', [
    {
      name: 'list',
      description: 'List the meta-tasks of the project.',
      options: [
        new Option('--archived', 'include archived meta-tasks'),
        new Option('-q, --query <text>', 'part of the name or identifier'),
      ],
      examples: [['metarun meta-tasks list -q invoice', 'includes the last run of each']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'show',
      description: 'Show a meta-task: its fields, or its script.',
      args: [['<meta-task>', ID]],
      options: [
        new Option('--version <number>', 'number of an earlier version').argParser(VERSION),
        new Option('--script', 'print only the script'),
      ],
      examples: [
        ['metarun meta-tasks show report', ''],
        ['metarun meta-tasks show report --version 3 --script', 'shows the script of version 3'],
      ],
      run: async (metaTask, options) => (await actions()).show(metaTask, options),
    },
    {
      name: 'sources',
      description: 'Print the source files of a meta-task, including those in a bundle.',
      args: [['<meta-task>', ID]],
      options: [
        new Option('--version <number>', 'number of an earlier version').argParser(VERSION),
      ],
      examples: [['metarun meta-tasks sources report', '']],
      run: async (metaTask, options) => (await actions()).sources(metaTask, options),
    },
    {
      name: 'examples',
      description: 'List the examples of a meta-task, or print the params of one.',
      args: [
        ['<meta-task>', ID],
        ['[name]', 'name of an example'],
      ],
      examples: [
        ['metarun meta-tasks examples report', ''],
        [
          'metarun tasks create report --example june',
          'creates a task with the params of an example',
        ],
      ],
      run: async (metaTask, name, options) =>
        (await exampleActions()).examples(metaTask, name, options),
    },
    {
      name: 'set-example',
      description: 'Save params of a meta-task under a name, for starting tasks.',
      args: [
        ['<meta-task>', ID],
        ['<name>', 'name of the example'],
      ],
      options: [
        new Option('--params <json>', 'JSON object, a file with one, or - for standard input'),
        new Option('--param <name=value>', 'one of the params; can be repeated')
          .argParser(collected)
          .default([]),
        new Option('--description <text>', 'purpose of the example'),
      ],
      examples: [['metarun meta-tasks set-example report june --param month=june', '']],
      run: async (metaTask, name, options) =>
        (await exampleActions()).setExample(metaTask, name, options),
    },
    {
      name: 'rm-example',
      description: 'Delete an example of a meta-task.',
      args: [
        ['<meta-task>', ID],
        ['<name>', 'name of the example'],
      ],
      asksFirst: true,
      examples: [['metarun meta-tasks rm-example report june', '']],
      run: async (metaTask, name, options) =>
        (await exampleActions()).removeExample(metaTask, name, options),
    },
    {
      name: 'versions',
      description: 'List the versions of a meta-task, newest first.',
      args: [['<meta-task>', ID]],
      examples: [['metarun meta-tasks versions report', 'shows who changed it, and when']],
      run: async (metaTask, options) => (await actions()).versions(metaTask, options),
    },
    {
      name: 'rollback',
      description: 'Make an earlier version the current one for new tasks.',
      args: [
        ['<meta-task>', ID],
        ['<version>', 'number of the version'],
      ],
      examples: [['metarun meta-tasks rollback report 3', '']],
      run: async (metaTask, version, options) =>
        (await actions()).rollback(metaTask, version, options),
    },
    {
      name: 'archive',
      description: 'Archive a meta-task. It accepts no new tasks until it is restored.',
      args: [['<meta-task>', ID]],
      asksFirst: true,
      examples: [['metarun meta-tasks archive report --yes', 'skips the confirmation']],
      run: async (metaTask, options) => (await actions()).archive(metaTask, options),
    },
    {
      name: 'restore',
      description: 'Restore an archived meta-task.',
      args: [['<meta-task>', ID]],
      examples: [['metarun meta-tasks restore report', '']],
      run: async (metaTask, options) => (await actions()).restore(metaTask, options),
    },
  ]);
}
