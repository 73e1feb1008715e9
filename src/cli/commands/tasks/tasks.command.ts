import { Command, InvalidArgumentError, Option } from 'commander';
import { moreTaskCommands } from './more-tasks.command.js';
import { connectionOptions } from '../../toolkit/connection.js';
import { examples } from '../../toolkit/examples.js';
import {
  collected,
  separated,
  futureMoment,
  jsonOption,
  pastMoment,
  wholeNumber,
} from '../../toolkit/options.js';

const STATUSES = ['pending', 'running', 'waiting', 'success', 'failed', 'cancelled'];
const LEVELS = ['debug', 'info', 'warning', 'error'];
const ID = 'id of a task, the beginning or end of it, or the name of a task';

export function tasksCommand(): Command {
  const tasks = new Command('tasks').description(
    'Tasks on a server: create, follow and change them.',
  );
  for (const add of [list, show, watch, create, cancel, retry, rerun, logs])
    tasks.addCommand(add());
  for (const command of moreTaskCommands()) tasks.addCommand(command);
  return tasks;
}

function list(): Command {
  const command = new Command('list')
    .description('List tasks, newest first, without child tasks.')
    .addOption(
      new Option('--status <status,…>', 'only tasks with one of these statuses')
        .choices(STATUSES)
        .argParser(statuses),
    )
    .option('--type <identifier,…>', 'only tasks of these meta-tasks', separated)
    .option(
      '--type-version <number>',
      'only tasks of this version of the --type',
      wholeNumber(1, 2 ** 31 - 1),
    )
    .option('--error <code>', 'only tasks that ended, or last failed, with this error code')
    .option('--since <when>', 'earliest creation: 30m, 2h, 7d, or a time', pastMoment)
    .option('--until <when>', 'latest creation, in the format of --since', pastMoment)
    .option('--name <text>', 'prefix of the name, case-sensitive')
    .option('-q, --query <text>', 'part of the name')
    .option('--created-by <kind:id>', 'creator: user, api_key, schedule or task, a colon and an id')
    .option('--rerun-of <task>', `only reruns of this task: ${ID}`)
    .option('--stale', 'only tasks whose results have outdated citations')
    .option('--overdue', 'only running tasks whose phase takes far longer than usual')
    .option('--drafts', 'only drafts, which `metarun try` and the editor create')
    .addOption(new Option('--order <time>', 'time to sort by').choices(['created', 'finished']))
    .option('--parent <task>', `only children of this task: ${ID}`)
    .option('--all', 'include child tasks')
    .option('--limit <number>', 'maximum number of tasks, 1 to 1000', wholeNumber(1, 1000), 20);
  return finished(command, [
    [
      'metarun tasks list --status failed --since 1d',
      'lists tasks that have failed since yesterday',
    ],
    ['metarun tasks list --json | jq ".tasks[].id"', 'prints the ids for a program'],
  ]).action(async (options) => (await import('./list.action.js')).runList(options));
}

function show(): Command {
  const command = new Command('show')
    .description('Show a task with its history, params, result, steps, children and approvals.')
    .argument('<task>', ID);
  return finished(command, [
    ['metarun tasks show 7f3a91c2', 'accepts the end of an id, as lists show it'],
  ]).action(async (task, options) => (await import('./show.action.js')).runShow(task, options));
}

function watch(): Command {
  const command = new Command('watch')
    .description('Follow a task to its end, or all tasks of the project if none is given.')
    .argument('[task]', ID)
    .addOption(levelOption())
    .addHelpText(
      'after',
      '\nCtrl-C ends the watching, not the task.\nExit codes: 0 it succeeded, 1 it failed or was cancelled.\nWith --json: the task once it has ended; for a project one event per line.\n',
    );
  return finished(command, [
    ['metarun tasks watch 7f3a91c2', 'shows phases, progress and log lines as they happen'],
    ['metarun tasks watch', 'shows all events of the project, one per line'],
  ]).action(async (task, options) => (await import('./watch.action.js')).runWatch(task, options));
}

function create(): Command {
  const command = new Command('create')
    .description('Create a task, a run of a meta-task.')
    .argument('<meta-task>', 'identifier of the meta-task')
    .option('--params <json>', 'JSON object, a file with one, or - for standard input')
    .option('--param <name=value>', 'one of the params; can be repeated', collected, [])
    .option(
      '--example <name>',
      'name of an example whose params are used; other params override them',
    )
    .option('--name <name>', 'name of the task')
    .option(
      '--priority <number>',
      'priority, -100 to 100; higher priorities run first',
      wholeNumber(-100, 100),
    )
    .option('--run-at <time>', 'earliest start: 30m, 2h, or a time', futureMoment)
    .option(
      '--idempotency-key <key>',
      'key to prevent duplicates; a repeated request creates no second task',
    )
    .option('--wait', 'follow it to its end, like watch')
    .addHelpText('after', '\nWith --wait: exit code 1 if it failed or was cancelled.\n');
  return finished(command, [
    ['metarun tasks create hello --param name=Ada --wait', 'prints the result'],
    ['metarun tasks create report --params june.json', 'reads the params from a file'],
    ['metarun tasks create report --example june', 'uses the params of an example'],
  ]).action(async (metaTask, options) =>
    (await import('./create.action.js')).runCreate(metaTask, options),
  );
}

function cancel(): Command {
  const command = new Command('cancel')
    .description('Cancel tasks; a running one ends once its script has stopped.')
    .argument('<tasks...>', ID);
  return finished(command, [
    ['metarun tasks cancel 7f3a91c2 19bc04ee', 'cancels two tasks'],
  ]).action(async (tasks, options) =>
    (await import('./change.action.js')).runChange('cancel', tasks, options),
  );
}

function retry(): Command {
  const command = new Command('retry')
    .description('Retry failed or cancelled tasks, unchanged.')
    .argument('<tasks...>', ID)
    .option(
      '--extend <limit=number>',
      'amount to add to a limit of an agent: max_steps, max_tool_calls, max_tokens, max_cost_usd; can be repeated',
      collected,
      [],
    );
  return finished(command, [
    ['metarun tasks retry 7f3a91c2', 'uses the same params and version; steps are not repeated'],
    [
      'metarun tasks retry 7f3a91c2 --extend max_tokens=100000',
      'lets an agent continue from where it ended',
    ],
  ]).action(async (tasks, options) =>
    (await import('./change.action.js')).runChange('retry', tasks, options),
  );
}

function rerun(): Command {
  const command = new Command('rerun')
    .description('Rerun a task as a new task.')
    .argument('<task>', ID)
    .option('--params <json>', 'members that replace those of its params; null removes one')
    .option('--param <name=value>', 'one of the params; can be repeated', collected, [])
    .option(
      '--task-version <version>',
      'version to run: same, current, or a number (default: same)',
      versionChoice,
    )
    .option(
      '--from-step <step>',
      'step to start from, by id or name; earlier steps are not run again',
    )
    .option('--name <name>', 'name of the new task')
    .option('--run-at <time>', 'earliest start: 30m, 2h, or a time', futureMoment)
    .option('--wait', 'follow it to its end, like watch')
    .addHelpText('after', '\nWith --wait: exit code 1 if it failed or was cancelled.\n');
  return finished(command, [
    [
      'metarun tasks rerun 7f3a91c2 --task-version current',
      'reruns it after a correction of the script',
    ],
    ['metarun tasks rerun 7f3a91c2 --param month=july', 'changes a param'],
    ['metarun tasks rerun 7f3a91c2 --from-step "send mails"', 'starts at that step'],
  ]).action(async (task, options) => (await import('./rerun.action.js')).runRerun(task, options));
}

function versionChoice(text: string): 'same' | 'current' | number {
  if (text === 'same' || text === 'current') return text;
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('same, current, or the number of a version.');
}

function logs(): Command {
  const command = new Command('logs')
    .description('Print the log lines of a task.')
    .argument('<task>', ID)
    .addOption(levelOption())
    .option('-f, --follow', 'follow until the task has ended')
    .option(
      '--tail <number>',
      'print only this number of lines at the end',
      wholeNumber(1, 1_000_000),
    )
    .option('--search <text>', 'only lines that contain this text, case-insensitive')
    .option('--attempt <number>', 'only lines of this attempt', wholeNumber(1, 2 ** 31 - 1))
    .addHelpText('after', '\nWith --json: one list; with --follow one JSON object per line.\n');
  return finished(command, [
    ['metarun tasks logs 7f3a91c2 --level warning', 'prints warnings and errors'],
    ['metarun tasks logs 7f3a91c2 --follow', 'prints lines as they arrive'],
    [
      'metarun tasks logs 7f3a91c2 --search timeout --attempt 2',
      'prints lines that contain the word',
    ],
  ]).action(async (task, options) => (await import('./logs.action.js')).runLogs(task, options));
}

function statuses(text: string): string[] {
  const given = separated(text);
  const other = given.find((status) => !STATUSES.includes(status));
  if (other === undefined) return given;
  throw new InvalidArgumentError(`Allowed choices are ${STATUSES.join(', ')}.`);
}

function levelOption(): Option {
  return new Option('--level <level>', 'lowest level of log lines').choices(LEVELS);
}

function finished(command: Command, rows: readonly (readonly [string, string])[]): Command {
  command.addOption(jsonOption());
  connectionOptions(command);
  return command.addHelpText('after', examples(rows));
}
