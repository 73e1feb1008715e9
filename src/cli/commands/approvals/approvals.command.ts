import { Command, Option } from 'commander';
import { linkCommands } from './links.command.js';
import { connectionOptions } from '../../toolkit/connection.js';
import { examples } from '../../toolkit/examples.js';
import { collected, jsonOption, wholeNumber } from '../../toolkit/options.js';

const STATUSES = ['pending', 'approved', 'rejected', 'expired', 'cancelled', 'all'];
const ID = 'id of an approval, or the beginning or end of it';

export function approvalsCommand(): Command {
  const approvals = new Command('approvals').description(
    'Questions of tasks to people, on which they wait.',
  );
  for (const add of [list, show, approve, reject]) approvals.addCommand(add());
  for (const command of linkCommands()) approvals.addCommand(command);
  return approvals;
}

function list(): Command {
  const command = new Command('list')
    .description('List approvals, newest first; only pending ones unless --status is given.')
    .addOption(
      new Option('--status <status>', 'only approvals with this status')
        .choices(STATUSES)
        .default('pending'),
    )
    .option('--task <task>', 'only approvals of this task: id, beginning or end of it, or name')
    .option('--limit <number>', 'maximum number of approvals, 1 to 200', wholeNumber(1, 200), 50);
  return finished(command, [
    ['metarun approvals list', 'lists what waits for a decision'],
    ['metarun approvals list --status all --json', 'prints all approvals as JSON for a program'],
  ]).action(async (options) => (await import('./list.action.js')).runList(options));
}

function show(): Command {
  const command = new Command('show')
    .description('Show an approval with its question, proposal and form.')
    .argument('<approval>', ID);
  return finished(command, [
    ['metarun approvals show 41d9e7b0', 'shows it before the decision'],
  ]).action(async (approval, options) =>
    (await import('./show.action.js')).runShow(approval, options),
  );
}

function approve(): Command {
  const command = new Command('approve')
    .description(
      'Approve a request, so that the task continues. Asks for missing values of the form.',
    )
    .argument('<approval>', ID)
    .option('--comment <text>', 'comment on the decision, also given to the script')
    .option(
      '--payload <json>',
      'values of the form: a JSON object, a file, or - for standard input',
    )
    .option(
      '--field <name=value>',
      'value of one field of the form; can be repeated',
      collected,
      [],
    );
  return finished(command, [
    ['metarun approvals approve 41d9e7b0', 'asks for the fields of the form'],
    ['metarun approvals approve 41d9e7b0 --field channel=website', 'asks nothing'],
  ]).action(async (approval, options) =>
    (await import('./decide.action.js')).runApprove(approval, options),
  );
}

function reject(): Command {
  const command = new Command('reject')
    .description('Reject a request. The script gets an error.')
    .argument('<approval>', ID)
    .option('--comment <text>', 'reason, also given to the script');
  return finished(command, [
    ['metarun approvals reject 41d9e7b0 --comment "Too early"', 'rejects with a reason'],
  ]).action(async (approval, options) =>
    (await import('./decide.action.js')).runReject(approval, options),
  );
}

function finished(command: Command, rows: readonly (readonly [string, string])[]): Command {
  command.addOption(jsonOption());
  connectionOptions(command);
  return command.addHelpText('after', examples(rows));
}
