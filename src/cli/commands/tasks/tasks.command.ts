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
const ID = 'id, its beginning or end, or the name of a task';

export function tasksCommand(): Command {
  const tasks = new Command('tasks').description(
    'Create tasks on a server, and see what becomes of them.',
  );
  for (const add of [list, show, watch, create, cancel, retry, rerun, logs])
    tasks.addCommand(add());
  for (const command of moreTaskCommands()) tasks.addCommand(command);
  return tasks;
}

function list(): Command {
  const command = new Command('list')
    .description('List tasks, newest first, without their children.')
    .addOption(
      new Option('--status <status,…>', 'only those with one of these')
        .choices(STATUSES)
        .argParser(statuses),
    )
    .option('--type <identifier,…>', 'only those of one of these meta-tasks', separated)
    .option('--type-version <number>', 'of this version of the --type', wholeNumber(1, 2 ** 31 - 1))
    .option('--error <code>', 'only those that ended, or last failed, with this code')
    .option('--since <when>', 'created since: 30m, 2h, 7d, or a time', pastMoment)
    .option('--until <when>', 'created before: as --since', pastMoment)
    .option('--name <text>', 'the beginning of the name; case counts')
    .option('-q, --query <text>', 'part of the name')
    .option('--created-by <kind:id>', 'of a user, an api_key, a schedule or a task')
    .option('--rerun-of <task>', `made again of this task: ${ID}`)
    .option('--stale', 'only those whose results cite what files no longer say')
    .option('--overdue', 'only running tasks whose phase takes far longer than usual')
    .option('--drafts', 'only drafts, which `metarun try` and the editor make')
    .addOption(
      new Option('--order <time>', 'the time by which they are ordered').choices([
        'created',
        'finished',
      ]),
    )
    .option('--parent <task>', `children of this task: ${ID}`)
    .option(
      '--all',
      'with the children of tasks; without it only tasks that no script has asked for',
    )
    .option('--limit <number>', 'how many, 1 to 1000', wholeNumber(1, 1000), 20);
  return finished(command, [
    ['metarun tasks list --status failed --since 1d', 'what has failed since yesterday'],
    ['metarun tasks list --json | jq ".tasks[].id"', 'for a program'],
  ]).action(async (options) => (await import('./list.action.js')).runList(options));
}

function show(): Command {
  const command = new Command('show')
    .description('Show a task: how it went, params, result, steps, children, approvals.')
    .argument('<task>', ID);
  return finished(command, [
    ['metarun tasks show 7f3a91c2', 'the end of an id, as lists show it, is enough'],
  ]).action(async (task, options) => (await import('./show.action.js')).runShow(task, options));
}

function watch(): Command {
  const command = new Command('watch')
    .description('Follow a task to its end, or without one all tasks of the project.')
    .argument('[task]', ID)
    .addOption(levelOption())
    .addHelpText(
      'after',
      '\nCtrl-C ends the watching, not the task.\n' +
        'Exit codes: 0 it has succeeded, 1 it has failed or was cancelled.\n' +
        'With --json: the task once it has ended; of a project one event a line.\n',
    );
  return finished(command, [
    ['metarun tasks watch 7f3a91c2', 'phases, progress and log lines as they happen'],
    ['metarun tasks watch', 'a line for whatever happens in the project'],
  ]).action(async (task, options) => (await import('./watch.action.js')).runWatch(task, options));
}

function create(): Command {
  const command = new Command('create')
    .description('Create a task: a run of a meta-task.')
    .argument('<meta-task>', 'its identifier')
    .option('--params <json>', 'a JSON object, a file with one, or - for standard input')
    .option('--param <name=value>', 'one of the params; may come several times', collected, [])
    .option('--example <name>', 'the params of this example of the meta-task; others go over them')
    .option('--name <name>', 'name of the task')
    .option('--priority <number>', '-100 to 100; higher runs first', wholeNumber(-100, 100))
    .option('--run-at <time>', 'not before: 30m, 2h, or a time', futureMoment)
    .option('--idempotency-key <key>', 'sent again with the same key, it makes no second task')
    .option('--wait', 'follow it to its end, as watch does')
    .addHelpText('after', '\nWith --wait: exit code 1 where it has failed or was cancelled.\n');
  return finished(command, [
    ['metarun tasks create hello --param name=Ada --wait', 'and prints the result'],
    ['metarun tasks create report --params june.json', 'params from a file'],
    ['metarun tasks create report --example june', 'those of an example'],
  ]).action(async (metaTask, options) =>
    (await import('./create.action.js')).runCreate(metaTask, options),
  );
}

function cancel(): Command {
  const command = new Command('cancel')
    .description('Cancel tasks; a running one ends as soon as its script has stopped.')
    .argument('<tasks...>', ID);
  return finished(command, [['metarun tasks cancel 7f3a91c2 19bc04ee', 'two of them']]).action(
    async (tasks, options) =>
      (await import('./change.action.js')).runChange('cancel', tasks, options),
  );
}

function retry(): Command {
  const command = new Command('retry')
    .description('Run failed or cancelled tasks again, as they were.')
    .argument('<tasks...>', ID)
    .option(
      '--extend <limit=number>',
      'adds to a limit of agents: max_steps, max_tool_calls, max_tokens, max_cost_usd; may come several times',
      collected,
      [],
    );
  return finished(command, [
    ['metarun tasks retry 7f3a91c2', 'with the same params and version; steps are not repeated'],
    ['metarun tasks retry 7f3a91c2 --extend max_tokens=100000', 'an agent goes on where it ended'],
  ]).action(async (tasks, options) =>
    (await import('./change.action.js')).runChange('retry', tasks, options),
  );
}

function rerun(): Command {
  const command = new Command('rerun')
    .description('Make a task again, as a new task.')
    .argument('<task>', ID)
    .option('--params <json>', 'members that replace those of its params; null removes one')
    .option('--param <name=value>', 'one of them; may come several times', collected, [])
    .option('--task-version <version>', 'same, current, or a number (default: same)', versionChoice)
    .option('--from-step <step>', 'id or name: the steps before it are not made again')
    .option('--name <name>', 'name of the new task')
    .option('--run-at <time>', 'not before: 30m, 2h, or a time', futureMoment)
    .option('--wait', 'follow it to its end, as watch does')
    .addHelpText('after', '\nWith --wait: exit code 1 where it has failed or was cancelled.\n');
  return finished(command, [
    ['metarun tasks rerun 7f3a91c2 --task-version current', 'after a correction of the script'],
    ['metarun tasks rerun 7f3a91c2 --param month=july', 'with another param'],
    ['metarun tasks rerun 7f3a91c2 --from-step "send mails"', 'from that step on'],
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
    .option('-f, --follow', 'go on until the task has ended')
    .option('--tail <number>', 'only so many lines at the end', wholeNumber(1, 1_000_000))
    .option('--search <text>', 'only those that have this text; case does not count')
    .option('--attempt <number>', 'only those of this attempt', wholeNumber(1, 2 ** 31 - 1))
    .addHelpText('after', '\nWith --json: one list; with --follow one line of JSON for each.\n');
  return finished(command, [
    ['metarun tasks logs 7f3a91c2 --level warning', 'warnings and errors'],
    ['metarun tasks logs 7f3a91c2 --follow', 'as they come'],
    ['metarun tasks logs 7f3a91c2 --search timeout --attempt 2', 'what has the word'],
  ]).action(async (task, options) => (await import('./logs.action.js')).runLogs(task, options));
}

function statuses(text: string): string[] {
  const given = separated(text);
  const other = given.find((status) => !STATUSES.includes(status));
  if (other === undefined) return given;
  throw new InvalidArgumentError(`Allowed choices are ${STATUSES.join(', ')}.`);
}

function levelOption(): Option {
  return new Option('--level <level>', 'this level of log lines and the more severe ones').choices(
    LEVELS,
  );
}

function finished(command: Command, rows: readonly (readonly [string, string])[]): Command {
  command.addOption(jsonOption());
  connectionOptions(command);
  return command.addHelpText('after', examples(rows));
}
